import { sql } from "kysely";
import type { House } from "../../contract/houses/schemas.ts";
import { clock } from "../db/clock.ts";
import { type Db, runPrepared, theRow, type Tx } from "../db/database.ts";
import { queueForDraws } from "../db/draw-queue.ts";

export type NewHouseRow = Omit<House, "id">;

/** The closing times of a draw, and which of them an edit of the house may still move. */
export interface DrawRow {
  id: number;
  play_date: string;
  first_closes_at: string;
  second_closes_at: string;
  first_may_move: boolean;
  second_may_move: boolean;
}

/** A house on a day, with the clock. The draw's columns are null when there is no draw. */
export interface GateRow {
  is_active: boolean;
  first_round_time: string;
  second_round_time: string;
  server_time: string;
  play_date: string;
  is_playable_day: boolean;
  first_closes_at: string | null;
  second_closes_at: string | null;
  first_number: number | null;
  second_number: number | null;
}

const houseColumns = sql`
  id, name, name_translations, location, first_round_time, second_round_time,
  min_play, max_play, is_active
`;

/** Sorted by name; undefined lists active and inactive houses. */
export async function listHouses(db: Db, is_active: boolean | undefined): Promise<House[]> {
  const { rows } = await sql<House>`
    select ${houseColumns}
    from houses
    where ${is_active ?? null}::boolean is null or is_active = ${is_active ?? null}
    order by name, id
  `.execute(db);
  return rows;
}

export async function findHouse(db: Db, house_id: number): Promise<House | undefined> {
  const { rows } = await sql<House>`
    select ${houseColumns}
    from houses
    where id = ${house_id}
  `.execute(db);
  return rows[0];
}

/** Locks a house against changes of its row. Several transactions may hold this lock at once. */
export async function lockHouseShared(tx: Tx, house_id: number): Promise<House | undefined> {
  const { rows } = await sql<House>`
    select ${houseColumns}
    from houses
    where id = ${house_id}
    for share
  `.execute(tx);
  return rows[0];
}

/**
 * Locks a house for a change. `for no key update` waits for shared locks as `for update` does, but
 * allows a new result to reference the house meanwhile: its writer may hold a draw that this
 * transaction waits for, so `for update` could deadlock.
 */
export async function lockHouse(tx: Tx, house_id: number): Promise<House | undefined> {
  const { rows } = await sql<House>`
    select ${houseColumns}
    from houses
    where id = ${house_id}
    for no key update
  `.execute(tx);
  return rows[0];
}

/** Keeps other transactions from adding houses until this one ends; readers are not blocked. */
export async function lockAllHouses(tx: Tx): Promise<void> {
  await sql`lock table houses in share row exclusive mode`.execute(tx);
}

export async function hasHouses(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select 1 from houses limit 1`.execute(tx);
  return rows.length > 0;
}

/** Violates houses_name_once when another house has the name, as does updateHouseRow. */
export async function insertHouse(tx: Tx, house: NewHouseRow): Promise<House> {
  const { rows } = await sql<House>`
    insert into houses (
      name, name_translations, location, first_round_time, second_round_time,
      min_play, max_play, is_active
    )
    values (
      ${house.name}, ${JSON.stringify(house.name_translations)}, ${house.location},
      ${house.first_round_time}, ${house.second_round_time},
      ${house.min_play}, ${house.max_play}, ${house.is_active}
    )
    returning ${houseColumns}
  `.execute(tx);
  return theRow(rows);
}

export async function updateHouseRow(tx: Tx, house: House): Promise<void> {
  await sql`
    update houses
    set
      name = ${house.name},
      name_translations = ${JSON.stringify(house.name_translations)},
      location = ${house.location},
      first_round_time = ${house.first_round_time},
      second_round_time = ${house.second_round_time},
      min_play = ${house.min_play},
      max_play = ${house.max_play},
      is_active = ${house.is_active}
    where id = ${house.id}
  `.execute(tx);
}

/** Violates draws_house_id_fkey or results_house_id_fkey when the house is still referenced. */
export async function deleteHouseRow(tx: Tx, house_id: number): Promise<void> {
  await sql`
    delete from houses
    where id = ${house_id}
  `.execute(tx);
}

export async function hasDraw(db: Db, house_id: number, play_date: string): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from draws
    where house_id = ${house_id} and play_date = ${play_date}
  `.execute(db);
  return rows.length > 0;
}

/** Creates the partition of the orders table for a day's month, if it is missing. */
export async function makeOrderPartition(tx: Tx, play_date: string): Promise<void> {
  await sql`select make_order_partition(${play_date})`.execute(tx);
}

interface NewDraw {
  house_id: number;
  play_date: string;
  first_closes_at: string;
  second_closes_at: string;
}

/** Does nothing when the house already has a draw on that day. */
export async function insertDraw(tx: Tx, draw: NewDraw): Promise<void> {
  await sql`
    insert into draws (house_id, play_date, first_closes_at, second_closes_at)
    values (
      ${draw.house_id}, ${draw.play_date}, ${draw.first_closes_at}, ${draw.second_closes_at}
    )
    on conflict (house_id, play_date) do nothing
  `.execute(tx);
}

/** Locks a house's draws of today and later; waits for orders in flight on them. */
export async function lockDrawsToCome(tx: Tx, house_id: number): Promise<void> {
  await queueForDraws(tx, house_id);
  await sql`
    select id
    from draws
    where house_id = ${house_id} and play_date >= (select today_in_india())
    order by id
    for update
  `.execute(tx);
}

/** Locks every draw of a house, for its deletion. */
export async function lockDraws(tx: Tx, house_id: number): Promise<void> {
  await queueForDraws(tx, house_id);
  await sql`
    select id
    from draws
    where house_id = ${house_id}
    order by id
    for update
  `.execute(tx);
}

/**
 * A house's draws of today and later, which the caller has locked. A round may move as long as it
 * is open by its stored time and no order, not even a cancelled one, has a play that it settles.
 */
export async function listDrawsToCome(tx: Tx, house_id: number): Promise<DrawRow[]> {
  const { rows } = await sql<DrawRow>`
    select
      d.id, d.play_date, d.first_closes_at, d.second_closes_at,
      clock.now < d.first_closes_at and not exists (
        select 1
        from orders o
        where o.play_date = d.play_date and o.draw_id = d.id and o.parts & 5 <> 0
      ) as first_may_move,
      clock.now < d.second_closes_at and not exists (
        select 1
        from orders o
        where o.play_date = d.play_date and o.draw_id = d.id and o.parts & 6 <> 0
      ) as second_may_move
    from draws d
    cross join ${clock}
    where d.house_id = ${house_id} and d.play_date >= (select today_in_india())
    order by d.id
  `.execute(tx);
  return rows;
}

export async function updateClosingTimes(
  tx: Tx,
  draw_id: number,
  first_closes_at: string,
  second_closes_at: string,
): Promise<void> {
  await sql`
    update draws
    set first_closes_at = ${first_closes_at}, second_closes_at = ${second_closes_at}
    where id = ${draw_id}
  `.execute(tx);
}

/** Deletes a house's draws without orders and settlements, which the caller has locked. */
export async function deleteEmptyDraws(tx: Tx, house_id: number): Promise<void> {
  await sql`
    delete from draws d
    where
      d.house_id = ${house_id}
      and not exists (
        select 1 from orders o where o.play_date = d.play_date and o.draw_id = d.id
      )
      and not exists (select 1 from settlements s where s.draw_id = d.id)
  `.execute(tx);
}

/** A house and a day, today in India by default. */
export interface GateAsked {
  house_id: number;
  play_date: string | undefined;
}

/** The gates of many requests, in their order; null where there is no such house. */
export async function listGates(db: Db, asked: GateAsked[]): Promise<(GateRow | null)[]> {
  const rows = await runPrepared(
    db,
    "gates",
    sql<GateRow & { place: number }>`
      with day as materialized (
        select now, (now at time zone 'Asia/Kolkata')::date as today
        from ${clock}
      ),
      asked as materialized (
        select place, house_id, coalesce(play_date, today) as play_date, now, today
        from unnest(
          ${asked.map(({ house_id }) => house_id)}::bigint[],
          ${asked.map(({ play_date }) => play_date ?? null)}::date[]
        ) with ordinality as asked (house_id, play_date, place)
        cross join day
      )
      select
        a.place, h.is_active, h.first_round_time, h.second_round_time, a.now as server_time,
        a.play_date, a.play_date between a.today and a.today + 1 as is_playable_day,
        d.first_closes_at, d.second_closes_at, d.first_number, d.second_number
      from asked a
      join houses h on h.id = a.house_id
      left join draws d on d.house_id = h.id and d.play_date = a.play_date
    `,
  );
  const found = new Map(rows.map((row) => [row.place, row]));
  return asked.map((_, index) => found.get(index + 1) ?? null);
}
