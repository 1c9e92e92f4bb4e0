import { toRupees } from "../../contract/money.ts";
import { BET_TYPES, type BetType, type Rates } from "../../contract/orders/rules.ts";
import type { Order, OrderWithBalance } from "../../contract/orders/schemas.ts";
import { JsonBytes } from "../http/json-bytes.ts";
import { JsonWriter } from "../http/json-writer.ts";
import { winnersOf } from "./answer.ts";
import { decode, type Part, partOf } from "./codes.ts";
import type { OrderRow } from "./sql.ts";

/** An order for `writeOrders`. What is JSON already needs no parsing only to be written again. */
export interface WritableOrder {
  shared: SharedBytes;
  id: number;
  total_paise: number;
  won_paise: number;
  created_at: string;
  /** As JSON, if there is one. */
  cancel_reason: string | null;
  codes: number[];
  stakes_paise: number[];
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
  | "rates_version"
>;

/** The same, with the fields of the response as JSON, up to the value that follows them. */
export interface SharedBytes {
  house: Uint8Array;
  state: Uint8Array;
  settled_parts: number;
  winners: ReadonlySet<number>;
  rates_version: number;
}

/**
 * Orders as JSON, byte by byte what `JSON.stringify` gives for the result of `toOrder`. A page has
 * hundreds of plays; creating an object for each, only to serialise it, took longer than everything
 * else.
 */
export function writeOrders(
  orders: readonly WritableOrder[],
  ratesOf: (version: number) => Rates,
): JsonBytes<Order[]> {
  const plays = orders.reduce((count, { codes }) => count + codes.length, 0);
  const json = new JsonWriter(orders.length * BYTES_AN_ORDER + plays * BYTES_A_PLAY + 2);
  json.bytes(LIST);
  orders.forEach((order, place) => {
    json.bytes(place === 0 ? ID : NEXT_ID);
    writeFields(json, order, ratesOf(order.shared.rates_version));
  });
  if (orders.length > 0) json.bytes(END);
  json.bytes(LIST_END);
  return new JsonBytes(json.finish());
}

/** The same for one order, with the wallet's balance. */
export function writeOrderWithBalance(
  row: OrderRow,
  rates: Rates,
  balance_paise: number,
): JsonBytes<OrderWithBalance> {
  const json = new JsonWriter(BYTES_AN_ORDER + row.codes.length * BYTES_A_PLAY);
  json.bytes(ID);
  writeFields(json, toWritable(row), rates);
  json.bytes(BALANCE);
  json.number(toRupees(balance_paise));
  json.bytes(END);
  return new JsonBytes(json.finish());
}

/** What they usually take; a buffer that is too small grows. */
const BYTES_AN_ORDER = 400;
const BYTES_A_PLAY = 80;

const LIST = bytesOf("[");
const LIST_END = bytesOf("]");
const ID = bytesOf('{"id":');
const NEXT_ID = bytesOf('},{"id":');
const END = bytesOf("}");
const WON = bytesOf(',"winning_amount":');
const CANCEL_REASON = bytesOf('","cancel_reason":');
const NO_CANCEL_REASON = bytesOf('","cancel_reason":null');
const BALANCE = bytesOf(',"wallet_balance":');

/** An order that was read with its columns. */
export function toWritable(row: OrderRow): WritableOrder {
  const { id, total_paise, won_paise, created_at, codes, stakes_paise } = row;
  const cancel_reason = row.cancel_reason === null ? null : JSON.stringify(row.cancel_reason);
  return {
    shared: sharedBytes(row),
    id,
    total_paise,
    won_paise,
    created_at,
    cancel_reason,
    codes,
    stakes_paise,
  };
}

export function sharedBytes(fields: SharedFields): SharedBytes {
  const { house_id, house_name, play_date, status, closes_at } = fields;
  const { settled_parts, rates_version } = fields;
  const name = JSON.stringify(house_name);
  return {
    house: bytesOf(
      `,"house_id":${house_id},"house_name":${name},"play_date":"${play_date}","total_amount":`,
    ),
    state: bytesOf(`,"status":"${status}","closes_at":"${closes_at}","created_at":"`),
    settled_parts,
    winners: winnersOf(fields),
    rates_version,
  };
}

/** Writes the fields of an order, from the value of `id` to its last field. */
function writeFields(json: JsonWriter, order: WritableOrder, rates: Rates): void {
  const { shared } = order;
  json.number(order.id);
  json.bytes(shared.house);
  json.number(toRupees(order.total_paise));
  json.bytes(WON);
  json.number(toRupees(order.won_paise));
  json.bytes(shared.state);
  json.text(order.created_at);
  if (order.cancel_reason === null) json.bytes(NO_CANCEL_REASON);
  else {
    json.bytes(CANCEL_REASON);
    json.text(order.cancel_reason);
  }
  writePlays(json, order, rates);
}

function writePlays(
  json: JsonWriter,
  { shared: { settled_parts, winners }, codes, stakes_paise }: WritableOrder,
  rates: Rates,
): void {
  for (const { type, begin, undecided, lost } of listsOf(rates)) {
    json.bytes(begin);
    let is_first = true;
    codes.forEach((code, place) => {
      const opening = (openings[code] ??= openingOf(code));
      if (opening.type !== type) return;
      const stake_paise = stakes_paise[place] ?? 0;
      json.bytes(is_first ? opening.first : opening.next);
      json.number(toRupees(stake_paise));
      is_first = false;
      if (!(settled_parts & opening.part)) json.bytes(undecided);
      else if (!winners.has(code)) json.bytes(lost);
      else json.text(restOf(rates[type], toRupees(stake_paise * rates[type])));
    });
  }
  json.bytes(LISTS_END);
}

/** The JSON of a play up to its stake, by code. */
const openings: Opening[] = [];

interface Opening {
  type: BetType;
  part: Part;
  first: Uint8Array;
  /** After another play. */
  next: Uint8Array;
}

function openingOf(code: number): Opening {
  const play = decode(code);
  const selection =
    play.type === "forecast"
      ? `"first":${play.first},"second":${play.second},"round":"both"`
      : `"number":${play.number},"round":"${play.round}"`;
  const next = bytesOf(`,{${selection},"amount":`);
  return { type: play.type, part: partOf(play), first: next.subarray(1), next };
}

/** How the plays of each type are written. A list, because finding them by type took longer. */
interface PlayList {
  type: BetType;
  /** Up to the first play. */
  begin: Uint8Array;
  /** The rest of a play, after its stake, if it has not won. */
  undecided: Uint8Array;
  lost: Uint8Array;
}

const lists_by_rates = new WeakMap<Rates, PlayList[]>();

function listsOf(rates: Rates): PlayList[] {
  const known = lists_by_rates.get(rates);
  if (known) return known;
  const lists = BET_TYPES.map((type, place) => ({
    type,
    begin: bytesOf(`${place === 0 ? ',"numbers":{' : "],"}"${type}":[`),
    undecided: bytesOf(restOf(rates[type], null)),
    lost: bytesOf(restOf(rates[type], 0)),
  }));
  lists_by_rates.set(rates, lists);
  return lists;
}

const LISTS_END = bytesOf("]}");

const restOf = (rate: number, won: number | null): string => `,"rate":${rate},"won":${won}}`;

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text);
}
