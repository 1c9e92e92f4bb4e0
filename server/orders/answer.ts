import { toRupees } from "../../contract/money.ts";
import type { Rates } from "../../contract/orders/rules.ts";
import type { Order, OrderForAdmin, OrderNumbers } from "../../contract/orders/schemas.ts";
import type { OrderWithPlayerRow } from "./all-orders-sql.ts";
import { decode, FIRST, FORECAST, partOf, SECOND, winningCodes } from "./codes.ts";
import type { OrderRow } from "./sql.ts";

const PARTS = [FIRST, SECOND, FORECAST] as const;

/** An order as the API shows it. */
export function toOrder(row: OrderRow, rates: Rates): Order {
  return {
    id: row.id,
    house_id: row.house_id,
    house_name: row.house_name,
    play_date: row.play_date,
    total_amount: toRupees(row.total_paise),
    winning_amount: toRupees(row.won_paise),
    status: row.status,
    closes_at: row.closes_at,
    created_at: row.created_at,
    cancel_reason: row.cancel_reason,
    numbers: toNumbers(row, rates),
  };
}

/** An order as the API shows it to admins. */
export const toOrderForAdmin = (row: OrderWithPlayerRow, rates: Rates): OrderForAdmin => ({
  ...toOrder(row, rates),
  user: { id: row.user_id, full_name: row.full_name, phone: row.phone },
});

type Plays = Pick<
  OrderRow,
  "codes" | "stakes_paise" | "settled_parts" | "first_number" | "second_number"
>;

/**
 * The plays of an order by bet type. What a play won is computed from its code, the published
 * numbers and the order's rates, and is shown once the draw is settled for its part.
 */
function toNumbers(row: Plays, rates: Rates): OrderNumbers {
  const numbers: OrderNumbers = { direct: [], house: [], ending: [], forecast: [] };
  const winners = winnersOf(row);
  row.codes.forEach((code, place) => {
    const play = decode(code);
    const stake_paise = row.stakes_paise[place] ?? 0;
    const is_settled = (row.settled_parts & partOf(play)) !== 0;
    const won_paise = winners.has(code) ? stake_paise * rates[play.type] : 0;
    // Listed in both branches, which is faster than spreading the common fields.
    const amount = toRupees(stake_paise);
    const rate = rates[play.type];
    const won = is_settled ? toRupees(won_paise) : null;
    if (play.type === "forecast") {
      const { first, second } = play;
      numbers.forecast.push({ first, second, round: "both", amount, rate, won });
    } else {
      const { number, round } = play;
      numbers[play.type].push({ number, round, amount, rate, won });
    }
  });
  return numbers;
}

const NO_WINNERS = new Set<number>();

/** The winning codes of the parts for which an order has been settled. */
export function winnersOf(row: Omit<Plays, "codes" | "stakes_paise">): Set<number> {
  if (row.settled_parts === 0) return NO_WINNERS;
  const settled = PARTS.filter((part) => row.settled_parts & part);
  return new Set(settled.flatMap((part) => winningCodes(part, row)).map(({ code }) => code));
}
