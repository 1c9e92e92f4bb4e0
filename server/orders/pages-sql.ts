import { sql } from "kysely";
import { ORDER_STATUSES, type OrderStatus } from "../../contract/orders/rules.ts";
import { type Db, instant, integers, runPrepared } from "../db/database.ts";
import {
  clock,
  closesAt,
  finalStatus,
  openStatus,
  type OrderRow,
  type PageRequest,
} from "./sql.ts";

/** Either the orders of a page, a line each, or what orders on the same parts of a draw share. */
type Row = { place: number; lines: string; shared: null } | { shared: Shared };

interface Shared extends Pick<
  OrderRow,
  "house_id" | "house_name" | "play_date" | "first_number" | "second_number" | "closes_at"
> {
  draw_id: number;
  parts: number;
  /** Of orders that have no final status. */
  status: OrderStatus;
}

/**
 * The pages of many users at once, an answer for each in its place.
 *
 * A page is one value, of a line for each order with tabs between its fields, because receiving
 * rows of as many columns took 100 µs a page and more. No field holds a tab or an end of line: the
 * reason, the only text of people, is in JSON, which escapes them.
 */
export async function listPages(db: Db, requests: PageRequest[]): Promise<OrderRow[][]> {
  const rows = await runPrepared(
    db,
    "pages of orders",
    sql<Row>`
      with page as materialized (
        select
          asked.place, o.id, o.draw_id, o.parts,
          concat_ws(
            E'\\t',
            o.draw_id, o.parts, o.id, o.total_paise, o.won_paise, o.created_at, o.codes,
            o.stakes_paise, o.rates_version, o.settled_parts, coalesce(${finalStatus}, ''),
            to_json(o.cancel_reason)
          ) as line
        from unnest(
          ${requests.map(({ user_id }) => user_id)}::bigint[],
          ${requests.map(({ limit }) => limit)}::integer[],
          ${requests.map(({ skip }) => skip)}::integer[]
        ) with ordinality as asked (user_id, page_limit, page_skip, place)
        cross join lateral (
          select *
          from orders own
          where own.user_id = asked.user_id
          order by own.id desc
          limit asked.page_limit
          offset asked.page_skip
        ) as o
      )
      select place, string_agg(line, E'\\n' order by id desc) as lines, null::json as shared
      from page
      group by place
      union all
      select null, null, to_json(shared)
      from (
        select
          o.draw_id, o.parts, d.house_id, h.name as house_name, d.play_date, d.first_number,
          d.second_number, ${closesAt}::text as closes_at, ${openStatus} as status
        from (select distinct draw_id, parts from page) as o
        join draws d on d.id = o.draw_id
        join houses h on h.id = d.house_id
        cross join ${clock}
      ) as shared
    `,
  );
  return toPages(rows, requests.length);
}

function toPages(rows: Row[], count: number): OrderRow[][] {
  const shared = new Map<string, Shared>();
  for (const row of rows) {
    if (row.shared === null) continue;
    const { draw_id, parts, closes_at } = row.shared;
    shared.set(keyOf(draw_id, parts), { ...row.shared, closes_at: instant(closes_at) });
  }
  const pages = Array.from({ length: count }, (): OrderRow[] => []);
  for (const row of rows) {
    if (row.shared !== null) continue;
    pages[row.place - 1] = row.lines.split("\n").map((line) => toRow(line, shared));
  }
  return pages;
}

const keyOf = (draw_id: number | string, parts: number | string): string => `${draw_id} ${parts}`;

function toRow(line: string, shared: Map<string, Shared>): OrderRow {
  const [
    draw_id = "",
    parts = "",
    id,
    total_paise,
    won_paise,
    created_at = "",
    codes = "",
    stakes_paise = "",
    rates_version,
    settled_parts,
    final_status = "",
    cancel_reason = "null",
  ] = line.split("\t");
  const draw = shared.get(keyOf(draw_id, parts));
  if (!draw) throw new Error("an order has its draw");
  return {
    id: Number(id),
    house_id: draw.house_id,
    house_name: draw.house_name,
    play_date: draw.play_date,
    total_paise: Number(total_paise),
    won_paise: Number(won_paise),
    status: statuses.get(final_status) ?? draw.status,
    closes_at: draw.closes_at,
    created_at: instant(created_at),
    cancel_reason: JSON.parse(cancel_reason),
    codes: integers(codes),
    stakes_paise: integers(stakes_paise),
    rates_version: Number(rates_version),
    settled_parts: Number(settled_parts),
    first_number: draw.first_number,
    second_number: draw.second_number,
  };
}

const statuses = new Map<string, OrderStatus>(ORDER_STATUSES.map((status) => [status, status]));
