import { sql } from "kysely";
import { type Db, theRow } from "../db/database.ts";

/** Dates in India, both inclusive. */
export interface Period {
  from: string;
  to: string;
}

/** Figures of the orders that are not cancelled: stakes, winnings paid, and their number. */
export interface FiguresRow {
  revenue_paise: number;
  winnings_paise: number;
  orders: number;
}

/** Summed from the house side, which has a few rows a draw, however many orders there are. */
const figures = sql`
  coalesce(sum(s.staked_paise - s.refunded_paise), 0)::bigint as revenue_paise,
  coalesce(sum(s.paid_paise), 0)::bigint as winnings_paise,
  coalesce(sum(s.placed_orders - s.refunded_orders), 0)::bigint as orders
`;

/** The figures of today, and of all days up to and including today. */
export async function findTotals(
  db: Db,
  today: string,
): Promise<{ of_today: FiguresRow; so_far: FiguresRow }> {
  const { rows } = await sql<FiguresRow>`
    select ${figures}
    from (values (${today}::date), ('-infinity')) as period (since)
    left join draws d on d.play_date between period.since and ${today}
    left join house_side s on s.draw_id = d.id
    group by period.since
    order by period.since desc
  `.execute(db);
  const [of_today, so_far] = rows;
  if (!of_today || !so_far) throw new Error("each period has a row");
  return { of_today, so_far };
}

/** The figures of a day (`date`), of a house (`house_id`), or of everything (both null). */
export interface RevenueRow extends FiguresRow {
  date: string | null;
  house_id: number | null;
  house: string | null;
}

/** One statement for days, houses and totals, so that all three see the same orders. */
export async function listRevenue(db: Db, { from, to }: Period): Promise<RevenueRow[]> {
  const { rows } = await sql<RevenueRow>`
    select d.play_date as date, h.id as house_id, h.name as house, ${figures}
    from draws d
    join houses h on h.id = d.house_id
    join house_side s on s.draw_id = d.id
    where d.play_date between ${from} and ${to}
    group by grouping sets ((), (d.play_date), (h.id, h.name))
    order by revenue_paise desc, house, house_id
  `.execute(db);
  return rows;
}

export interface CountsRow {
  total_users: number;
  inactive_users: number;
  pending_withdrawals: number;
  pending_deposits: number;
  unpublished_results: number;
  broken_invariants: number;
}

export async function countUsersAndTasks(db: Db): Promise<CountsRow> {
  const { rows } = await sql<CountsRow>`
    select
      (select count(*) from users) as total_users,
      (select count(*) from users where not is_active) as inactive_users,
      p.pending_withdrawals, p.pending_deposits,
      (select count(*) from results where published_at is null and voided_at is null)
        as unpublished_results,
      coalesce(
        (select broken from book_checks where broken is not null order by day desc limit 1), 0
      ) as broken_invariants
    from (
      select
        count(*) filter (where kind = 'withdrawal') as pending_withdrawals,
        count(*) filter (where kind = 'deposit') as pending_deposits
      from payments
      where status = 'pending'
    ) p
  `.execute(db);
  return theRow(rows);
}

/** When the last complete nightly check began; null if there was none. */
export async function findLastCheck(db: Db): Promise<string | null> {
  const { rows } = await sql<{ begun_at: string | null }>`
    select max(begun_at) as begun_at
    from book_checks
    where broken is not null
  `.execute(db);
  return theRow(rows).begun_at;
}

export interface WinnerRow {
  order_id: number;
  user_phone: string;
  house_name: string;
  total_paise: number;
  won_paise: number;
  play_date: string;
}

/** The largest wins of a period; among equal wins the newest order comes first. */
export async function listLargestWins(
  db: Db,
  { from, to }: Period,
  limit: number,
): Promise<WinnerRow[]> {
  const { rows } = await sql<WinnerRow>`
    select
      w.id as order_id, u.phone as user_phone, h.name as house_name, w.total_paise, w.won_paise,
      w.play_date
    from (
      select id, user_id, draw_id, total_paise, won_paise, play_date
      from orders
      where play_date between ${from} and ${to} and won_paise > 0
      order by won_paise desc, id desc
      limit ${limit}
    ) as w
    join users u on u.id = w.user_id
    join draws d on d.id = w.draw_id
    join houses h on h.id = d.house_id
    order by w.won_paise desc, w.id desc
  `.execute(db);
  return rows;
}

export interface MoneyRow {
  checked_at: string;
  in_paise: number;
  out_paise: number;
  wallets_paise: number;
  in_progress_paise: number;
  house_side_paise: number;
}

/** Where the money is, in one statement, so that all sums see the same rows. */
export async function sumMoney(db: Db): Promise<MoneyRow> {
  const { rows } = await sql<MoneyRow>`
    select clock_now() as checked_at, p.*, w.*, h.*
    from
      (
        select
          ${sumOf("deposit", "approved")} as in_paise,
          ${sumOf("withdrawal", "approved")} as out_paise,
          ${sumOf("withdrawal", "pending")} as in_progress_paise
        from payments
      ) p,
      (select coalesce(sum(balance_paise), 0)::bigint as wallets_paise from wallets) w,
      (
        select coalesce(sum(staked_paise - refunded_paise - paid_paise), 0)::bigint
          as house_side_paise
        from house_side
      ) h
  `.execute(db);
  return theRow(rows);
}

const sumOf = (kind: "deposit" | "withdrawal", status: "approved" | "pending") => sql`
  coalesce(sum(amount_paise) filter (where kind = ${kind} and status = ${status}), 0)::bigint
`;
