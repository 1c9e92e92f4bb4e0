import { toRupees } from "../../contract/money.ts";
import type { BetType, Rates } from "../../contract/orders/rules.ts";
import type { Order, OrderWithBalance } from "../../contract/orders/schemas.ts";
import { JsonText } from "../http/json-text.ts";
import { winnersOf } from "./answer.ts";
import { decode, type Part, partOf } from "./codes.ts";
import type { OrderRow } from "./sql.ts";

/** An order for `ordersAsText`. What is JSON already needs no parsing only to be written again. */
export interface WritableOrder {
  shared: SharedText;
  /** A string of its digits if it was read as text. */
  id: number | string;
  total_paise: number;
  won_paise: number;
  created_at: string;
  /** As JSON. */
  cancel_reason: string;
  codes: number[];
  stakes_paise: number[];
  rates_version: number;
}

/** What orders of one draw and state have in common. */
export type SharedFields = Pick<
  OrderRow,
  | "house_id"
  | "house_name"
  | "play_date"
  | "status"
  | "closes_at"
  | "settled_parts"
  | "first_number"
  | "second_number"
>;

/** The same, with the fields of the response as JSON. */
export interface SharedText {
  house: string;
  state: string;
  settled_parts: number;
  winners: ReadonlySet<number>;
}

/**
 * Orders as JSON, character by character what `JSON.stringify` gives for the result of `toOrder`. A
 * page holds hundreds of plays; creating an object for each, only to serialise it, took longer than
 * everything else. What is left grows with the number of strings that are joined.
 */
export const ordersAsText = (
  orders: readonly WritableOrder[],
  ratesOf: (version: number) => Rates,
): JsonText<Order[]> =>
  new JsonText(
    `[${orders.map((order) => `{${fieldsOf(order, ratesOf(order.rates_version))}}`).join(",")}]`,
  );

/** The same for one order, with the wallet's balance. */
export const orderAsText = (
  row: OrderRow,
  rates: Rates,
  balance_paise: number,
): JsonText<OrderWithBalance> =>
  new JsonText(`{${fieldsOf(toWritable(row), rates)},"wallet_balance":${toRupees(balance_paise)}}`);

/** An order that was read with its columns. */
export function toWritable(row: OrderRow): WritableOrder {
  const { id, total_paise, won_paise, created_at, codes, stakes_paise, rates_version } = row;
  const cancel_reason = row.cancel_reason === null ? "null" : JSON.stringify(row.cancel_reason);
  return {
    shared: sharedText(row),
    id,
    total_paise,
    won_paise,
    created_at,
    cancel_reason,
    codes,
    stakes_paise,
    rates_version,
  };
}

export function sharedText(fields: SharedFields): SharedText {
  const { house_id, house_name, play_date, status, closes_at, settled_parts } = fields;
  const name = JSON.stringify(house_name);
  return {
    house: `"house_id":${house_id},"house_name":${name},"play_date":"${play_date}"`,
    state: `"status":"${status}","closes_at":"${closes_at}"`,
    settled_parts,
    winners: winnersOf(fields),
  };
}

function fieldsOf(order: WritableOrder, rates: Rates): string {
  const { shared } = order;
  const { direct, house, ending, forecast } = writePlays(order, rates);
  return (
    `"id":${order.id},${shared.house},"total_amount":${toRupees(order.total_paise)},` +
    `"winning_amount":${toRupees(order.won_paise)},${shared.state},` +
    `"created_at":"${order.created_at}","cancel_reason":${order.cancel_reason},` +
    `"numbers":{"direct":[${direct}],"house":[${house}],"ending":[${ending}],` +
    `"forecast":[${forecast}]}`
  );
}

function writePlays(
  { shared: { settled_parts, winners }, codes, stakes_paise }: WritableOrder,
  rates: Rates,
): Record<BetType, string> {
  const plays = { direct: "", house: "", ending: "", forecast: "" };
  const rests = restsOf(rates);
  codes.forEach((code, place) => {
    const { type, part, opening } = (openings[code] ??= openingOf(code));
    const stake_paise = stakes_paise[place] ?? 0;
    let rest = rests[type].undecided;
    if (settled_parts & part) {
      rest = winners.has(code)
        ? restOf(rates[type], toRupees(stake_paise * rates[type]))
        : rests[type].lost;
    }
    const play = `${opening}${toRupees(stake_paise)}${rest}`;
    plays[type] += plays[type] === "" ? play : `,${play}`;
  });
  return plays;
}

/** The JSON of a play up to its stake, by code. */
const openings: Opening[] = [];

interface Opening {
  type: BetType;
  part: Part;
  opening: string;
}

function openingOf(code: number): Opening {
  const play = decode(code);
  const selection =
    play.type === "forecast"
      ? `"first":${play.first},"second":${play.second},"round":"both"`
      : `"number":${play.number},"round":"${play.round}"`;
  return { type: play.type, part: partOf(play), opening: `{${selection},"amount":` };
}

/** The JSON of a play after its stake, by type, if it has not won. */
type Rests = Record<BetType, { undecided: string; lost: string }>;

const rests_by_rates = new WeakMap<Rates, Rests>();

function restsOf(rates: Rates): Rests {
  const known = rests_by_rates.get(rates);
  if (known) return known;
  const restsAt = (rate: number) => ({ undecided: restOf(rate, null), lost: restOf(rate, 0) });
  const { direct, house, ending, forecast } = rates;
  const rests = {
    direct: restsAt(direct),
    house: restsAt(house),
    ending: restsAt(ending),
    forecast: restsAt(forecast),
  };
  rests_by_rates.set(rates, rests);
  return rests;
}

const restOf = (rate: number, won: number | null): string => `,"rate":${rate},"won":${won}}`;
