import { sql } from "kysely";
import { clock } from "../db/clock.ts";
import { type Db, theRow } from "../db/database.ts";
import { type LocatedOrder, undecidedParts } from "./sql.ts";

/** A house on a date for which there may be orders. */
export interface PlayedDraw {
  id: number;
  play_date: string;
  house_name: string;
  /** Whether its house takes plays on a round that is open. */
  is_open: boolean;
}

export async function findPlayedDraw(
  db: Db,
  house_id: number,
  play_date: string,
): Promise<PlayedDraw | undefined> {
  const { rows } = await sql<PlayedDraw>`
    select
      d.id, d.play_date, h.name as house_name,
      h.is_active and clock.now < d.second_closes_at as is_open
    from draws d
    join houses h on h.id = d.house_id
    cross join ${clock}
    where d.house_id = ${house_id} and d.play_date = ${play_date}
  `.execute(db);
  return rows[0];
}

/** Orders with plays that no number decides, by id: at most `limit` after `after_id`. */
export async function listUndecided(
  db: Db,
  { id, play_date }: PlayedDraw,
  after_id: number,
  limit: number,
): Promise<LocatedOrder[]> {
  const { rows } = await sql<LocatedOrder>`
    select o.id, o.user_id, o.play_date
    from orders o
    join draws d on d.id = o.draw_id
    where
      o.play_date = ${play_date} and o.draw_id = ${id} and o.id > ${after_id}
      and o.cancelled_at is null and ${undecidedParts} <> 0
    order by o.id
    limit ${limit}
  `.execute(db);
  return rows;
}

/** The orders of a draw that are not cancelled. */
export async function countStanding(db: Db, { id, play_date }: PlayedDraw): Promise<number> {
  const { rows } = await sql<{ standing: number }>`
    select count(*) as standing
    from orders
    where play_date = ${play_date} and draw_id = ${id} and cancelled_at is null
  `.execute(db);
  return theRow(rows).standing;
}
