import { sql } from "kysely";
import { clock } from "../db/clock.ts";
import { type Db, instant, runPrepared, unplanned } from "../db/database.ts";
import { FieldReader } from "../db/field-reader.ts";
import {
  sharedBytes,
  type SharedBytes,
  type SharedFields,
  type WritableOrder,
} from "./answer-bytes.ts";
import { closesAt, type PageRequest, recentSince, settledPartsOf, statusOf } from "./sql.ts";

const isCancelled = sql`o.is_cancelled`;

/**
 * Either a page, with a line for each order (null if it has none), or the fields that all orders of
 * one kind share.
 */
type Row = { place: number; lines: string | null; shared: null } | { shared: Shared };

interface Shared extends SharedFields {
  kind: number;
  has_won: boolean;
}

/**
 * The kind of an order, as one number: its draw, the version of its rates (15 bits), its parts, and
 * whether it is cancelled and has won.
 */
const kindOf = sql`
  (own.draw_id * 32768 + own.rates_version) * 32
  + own.parts * 4
  + (own.cancelled_at is not null)::integer * 2
  + (own.won_paise > 0)::integer
`;

/** The components of a kind. */
const ofKind = sql`
  kind / 32 / 32768 as draw_id, kind / 32 % 32768 as rates_version, kind / 4 % 8 as parts,
  kind / 2 % 2 = 1 as is_cancelled, kind % 2 = 1 as has_won
`;

/**
 * Reads the pages of many users in one statement; returns them in the order of the requests.
 *
 * A page is one value with a line for each order and tabs between its fields, because receiving a
 * row of that many columns for each order took 100 µs a page or more. No field contains a tab or a
 * newline: the reason, the only free text, is JSON, which escapes them. `string_agg` joins the
 * lines in the order of its subquery, newest first. Printing fields takes PostgreSQL half of a
 * page's time; what is zero or null, or follows from the others, is left out.
 */
export async function listPages(
  db: Db,
  requests: PageRequest[],
  now = new Date(),
): Promise<WritableOrder[][]> {
  const since = recentSince(now);
  const all = (field: keyof PageRequest, type: "bigint[]" | "integer[]") =>
    unplanned(
      requests.map((request) => request[field]),
      type,
    );
  const rows = await runPrepared(
    db,
    `pages of orders since ${since}`,
    sql<Row>`
      with page as materialized (
        select asked.place, found.lines, found.kinds
        from unnest(
          ${all("user_id", "bigint[]")}, ${all("limit", "integer[]")}, ${all("skip", "integer[]")}
        ) with ordinality as asked (user_id, page_limit, page_skip, place)
        cross join lateral (
          select
            string_agg(
              concat_ws(
                E'\\t',
                o.kind, o.id, o.created_at, o.codes, o.stakes_paise, nullif(o.won_paise, 0),
                to_json(o.cancel_reason)
              ),
              E'\\n'
            ) as lines,
            array_agg(o.kind) as kinds
          from (
            select own.*, ${kindOf} as kind
            from ${recentBeforeOlder(since)} as own
            limit asked.page_limit
            offset asked.page_skip
          ) as o
        ) as found
      )
      select place, lines, null::json as shared
      from page
      union all
      select null, null, to_json(shared)
      from (
        select
          o.kind, o.has_won, o.rates_version, d.house_id, h.name as house_name, d.play_date,
          d.first_number, d.second_number,
          ${settledPartsOf(isCancelled)} as settled_parts, ${closesAt}::text as closes_at,
          ${statusOf(isCancelled, sql`o.has_won`)} as status
        from (
          select kind, ${ofKind}
          from (select distinct unnest(kinds) as kind from page) as kinds
        ) as o
        join draws d on d.id = o.draw_id
        join houses h on h.id = d.house_id
        cross join ${clock}
      ) as shared
    `,
  );
  return toPages(rows, requests.length);
}

/**
 * The orders of `asked.user_id`, newest first. Older partitions are searched only for a page that
 * the recent orders do not fill: with 34 months this halved the time of a page. An order of a
 * recent play date may have been placed earlier, and then belongs to the older ones. The day is
 * part of the text because the planner then leaves out the older partitions.
 */
const recentBeforeOlder = (since: string) => {
  const isRecent = sql`play_date >= ${sql.lit(since)} and created_at >= ${sql.lit(since)}`;
  return sql`(
    (
      select *
      from orders
      where user_id = asked.user_id and ${isRecent}
      order by id desc
    )
    union all
    (
      select *
      from orders
      where user_id = asked.user_id and not (${isRecent})
      order by id desc
    )
  )`;
};

function toPages(rows: Row[], count: number): WritableOrder[][] {
  const kinds = new Map<number, Kind>();
  for (const { shared } of rows) {
    if (shared === null) continue;
    const { kind, has_won, closes_at } = shared;
    kinds.set(kind, { ...sharedBytes({ ...shared, closes_at: instant(closes_at) }), has_won });
  }
  const pages = Array.from({ length: count }, (): WritableOrder[] => []);
  for (const row of rows) {
    if (row.shared !== null || row.lines === null) continue;
    pages[row.place - 1] = readLines(row.lines, kinds);
  }
  return pages;
}

type Kind = SharedBytes & Pick<Shared, "has_won">;

function readLines(lines: string, kinds: Map<number, Kind>): WritableOrder[] {
  const fields = new FieldReader(lines);
  const orders: WritableOrder[] = [];
  while (!fields.is_at_end) {
    const shared = kinds.get(fields.integer());
    if (!shared) throw new Error("every kind has its shared fields");
    const id = fields.integer();
    const created_at = instant(fields.text());
    const codes = fields.integers();
    const stakes_paise = fields.integers();
    orders.push({
      shared,
      id,
      total_paise: stakes_paise.reduce((total, stake) => total + stake, 0),
      won_paise: shared.has_won ? fields.integer() : 0,
      created_at,
      cancel_reason: fields.is_after_line ? null : fields.text(),
      codes,
      stakes_paise,
    });
  }
  return orders;
}
