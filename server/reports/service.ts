import { addDays, dayInIndia } from "../../contract/dates.ts";
import { toRupees } from "../../contract/money.ts";
import type { Dashboard, Revenue, Winner } from "../../contract/reports/schemas.ts";
import type { Context } from "../context.ts";
import { clockNow } from "../db/clock.ts";
import type { Db } from "../db/database.ts";
import {
  countUsersAndTasks,
  type FiguresRow,
  findLastCheck,
  findTotals,
  listLargestWins,
  listRevenue,
  type Period,
} from "./sql.ts";

/**
 * The figures of the dashboard. Revenue is the stakes of orders that are not cancelled, counted on
 * their play date: stakes on tomorrow's rounds count from tomorrow on. No refusals.
 */
export async function getDashboard({ db }: Pick<Context, "db">): Promise<Dashboard> {
  const today = dayInIndia(await clockNow(db));
  const [{ of_today, so_far }, counts] = await Promise.all([
    findTotals(db, today),
    countUsersAndTasks(db),
  ]);
  const [day, total] = [toFigures(of_today), toFigures(so_far)];
  return {
    total_users: counts.total_users,
    active_users: counts.total_users - counts.inactive_users,
    today_orders: day.orders,
    today_revenue: day.revenue,
    today_winnings: day.winnings,
    today_net: day.net,
    total_revenue: total.revenue,
    total_winnings: total.winnings,
    total_net: total.net,
    pending_withdrawals: counts.pending_withdrawals,
    pending_deposits: counts.pending_deposits,
    unpublished_results: counts.unpublished_results,
    broken_invariants: counts.broken_invariants,
  };
}

/**
 * The same figures for the last `days` days, including today. Days are listed oldest first, those
 * without orders too. Houses are listed by revenue, if they have orders, or winnings that players
 * still owe after all orders were voided. Days and houses each add up to the totals.
 */
export async function getRevenue({ db }: Pick<Context, "db">, days: number): Promise<Revenue> {
  const period = await lastDays(db, days);
  const rows = await listRevenue(db, period);
  const by_day = new Map(rows.map((row) => [row.date, row]));
  const all = rows.find(({ date, house_id }) => date === null && house_id === null);
  const total = toFigures(all ?? NOTHING);
  return {
    total_revenue: total.revenue,
    total_winnings: total.winnings,
    total_net: total.net,
    total_orders: total.orders,
    daily_revenue: Array.from({ length: days }, (_, day) => {
      const date = addDays(period.from, day);
      return { date, ...toFigures(by_day.get(date) ?? NOTHING) };
    }),
    house_revenue: rows.flatMap(({ house_id, house, ...row }) =>
      house_id === null || house === null || (row.orders === 0 && row.winnings_paise === 0)
        ? []
        : [{ house_id, house, ...toFigures(row) }],
    ),
  };
}

/** The largest winnings of the last `days` days, including those of unfinished settlements. */
export async function listWinners(
  { db }: Pick<Context, "db">,
  { days, limit }: { days: number; limit: number },
): Promise<{ winners: Winner[] }> {
  const rows = await listLargestWins(db, await lastDays(db, days), limit);
  const winners = rows.map(({ total_paise, won_paise, ...row }) => ({
    ...row,
    play_amount: toRupees(total_paise),
    winning_amount: toRupees(won_paise),
    profit: toRupees(won_paise - total_paise),
  }));
  return { winners };
}

/**
 * When the last complete nightly check of the books began, in seconds since 1970; 0 if there was
 * none. No refusals.
 */
export async function findBooksChecked(db: Db): Promise<number> {
  const begun_at = await findLastCheck(db);
  return begun_at === null ? 0 : Date.parse(begun_at) / 1_000;
}

async function lastDays(db: Db, days: number): Promise<Period> {
  const to = dayInIndia(await clockNow(db));
  return { from: addDays(to, 1 - days), to };
}

const NOTHING: FiguresRow = { revenue_paise: 0, winnings_paise: 0, orders: 0 };

const toFigures = ({ revenue_paise, winnings_paise, orders }: FiguresRow) => ({
  revenue: toRupees(revenue_paise),
  winnings: toRupees(winnings_paise),
  net: toRupees(revenue_paise - winnings_paise),
  orders,
});
