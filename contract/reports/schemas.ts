import * as z from "zod/mini";
import { Id, Instant, Rupees } from "../schemas.ts";

/** One invariant of the books. `figure` is how much is wrong, in paise or rows: 0 if it holds. */
export const BookLine = z.object({
  code: z.string(),
  name: z.string(),
  holds: z.boolean(),
  figure: z.number(),
  unit: z.enum(["paise", "rows"]),
  milliseconds: z.number(),
});
export type BookLine = z.output<typeof BookLine>;

/**
 * Where the money is at one moment: what approved deposits brought in and approved withdrawals
 * took out. The difference belongs to the wallets, the withdrawals in progress and the house side,
 * which may be negative.
 */
const MoneySums = z.object({
  money_in: Rupees,
  money_out: Rupees,
  wallets: Rupees,
  withdrawals_in_progress: Rupees,
  house_side: Rupees,
});

/** A check of the books, and when it began. */
export const Books = z.object({
  holds: z.boolean(),
  checked_at: Instant,
  money: MoneySums,
  lines: z.array(BookLine),
});
export type Books = z.output<typeof Books>;

/**
 * A summary of the business. Revenue is the stakes of orders that are not cancelled, on their play
 * date; winnings are what these orders were paid so far; net is revenue less winnings and may be
 * negative. Totals include days up to today in India, not stakes for tomorrow.
 * `unpublished_results` are entered results, of any day, that are neither published nor voided.
 * `broken_invariants` is the result of the last nightly check of the books.
 */
export const Dashboard = z.object({
  total_users: z.int(),
  active_users: z.int(),
  today_orders: z.int(),
  today_revenue: Rupees,
  today_winnings: Rupees,
  today_net: Rupees,
  total_revenue: Rupees,
  total_winnings: Rupees,
  total_net: Rupees,
  pending_withdrawals: z.int(),
  pending_deposits: z.int(),
  unpublished_results: z.int(),
  broken_invariants: z.int(),
});
export type Dashboard = z.output<typeof Dashboard>;

const figures = { revenue: Rupees, winnings: Rupees, net: Rupees, orders: z.int() };
const DayRevenue = z.object({ date: z.string(), ...figures });
const HouseRevenue = z.object({ house_id: Id, house: z.string(), ...figures });

/** Every day of the period, oldest first; houses with orders or winnings in it, by revenue. */
export const Revenue = z.object({
  total_revenue: Rupees,
  total_winnings: Rupees,
  total_net: Rupees,
  total_orders: z.int(),
  daily_revenue: z.array(DayRevenue),
  house_revenue: z.array(HouseRevenue),
});
export type Revenue = z.output<typeof Revenue>;

/** An order that has won, with what it has been paid so far. Profit is the player's. */
export const Winner = z.object({
  order_id: Id,
  user_phone: z.string(),
  house_name: z.string(),
  play_amount: Rupees,
  winning_amount: Rupees,
  profit: Rupees,
  play_date: z.string(),
});
export type Winner = z.output<typeof Winner>;
