import { toRupees } from "../../contract/money.ts";
import type { BetType, Rates } from "../../contract/orders/rules.ts";
import type { Order, OrderWithBalance } from "../../contract/orders/schemas.ts";
import { JsonText } from "../http/json-text.ts";
import { winnersOf } from "./answer.ts";
import { decode, type Part, partOf } from "./codes.ts";
import type { OrderRow } from "./sql.ts";

/**
 * Orders as JSON, character by character what `JSON.stringify` gives for the result of `toOrder`. A
 * page holds hundreds of plays; creating an object for each, only to serialise it, took longer than
 * everything else.
 */
export const ordersAsText = (
  rows: readonly OrderRow[],
  ratesOf: (version: number) => Rates,
): JsonText<Order[]> =>
  new JsonText(
    `[${rows.map((row) => `{${fieldsOf(row, ratesOf(row.rates_version))}}`).join(",")}]`,
  );

/** The same for one order, with the wallet's balance. */
export const orderAsText = (
  row: OrderRow,
  rates: Rates,
  balance_paise: number,
): JsonText<OrderWithBalance> =>
  new JsonText(`{${fieldsOf(row, rates)},"wallet_balance":${toRupees(balance_paise)}}`);

function fieldsOf(row: OrderRow, rates: Rates): string {
  const { direct, house, ending, forecast } = writePlays(row, rates);
  return (
    `"id":${row.id},"house_id":${row.house_id},"house_name":${JSON.stringify(row.house_name)},` +
    `"play_date":"${row.play_date}","total_amount":${toRupees(row.total_paise)},` +
    `"winning_amount":${toRupees(row.won_paise)},"status":"${row.status}",` +
    `"closes_at":"${row.closes_at}","created_at":"${row.created_at}",` +
    `"cancel_reason":${JSON.stringify(row.cancel_reason)},"numbers":{"direct":[${direct}],` +
    `"house":[${house}],"ending":[${ending}],"forecast":[${forecast}]}`
  );
}

function writePlays(row: OrderRow, rates: Rates): Record<BetType, string> {
  const plays = { direct: "", house: "", ending: "", forecast: "" };
  const winners = winnersOf(row);
  row.codes.forEach((code, place) => {
    const { type, part, opening } = (openings[code] ??= openingOf(code));
    const stake_paise = row.stakes_paise[place] ?? 0;
    const won_paise = winners.has(code) ? stake_paise * rates[type] : 0;
    const won = row.settled_parts & part ? toRupees(won_paise) : null;
    const play = `${opening}${toRupees(stake_paise)},"rate":${rates[type]},"won":${won}}`;
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
