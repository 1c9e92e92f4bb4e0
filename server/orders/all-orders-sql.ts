import { type RawBuilder, sql } from "kysely";
import type { OrderStatus } from "../../contract/orders/rules.ts";
import { clock } from "../db/clock.ts";
import type { Db, Tx } from "../db/database.ts";
import { orderColumns, type OrderRow, orderTables, status as statusNow } from "./sql.ts";

/** An order with its player. */
export interface OrderWithPlayerRow extends OrderRow {
  user_id: number;
  full_name: string;
  phone: string;
}

/** Which orders are wanted. With neither a date nor a phone every order would be looked at. */
export interface OrderFilter {
  house_id?: number | undefined;
  date?: string | undefined;
  status?: OrderStatus | undefined;
  phone?: string | undefined;
}

/** How many there are, counted up to a limit. */
export async function countOrders(db: Db, filter: OrderFilter, most: number): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    select count(*) as counted
    from (${ordersThat(filter)} limit ${most}) as found
  `.execute(db);
  return rows[0]?.counted ?? 0;
}

/** A page of them, newest first. */
export async function listOrdersOfAll(
  db: Db,
  filter: OrderFilter,
  limit: number,
  skip: number,
): Promise<OrderWithPlayerRow[]> {
  const { rows } = await sql<OrderWithPlayerRow>`
    with page as materialized (
      ${ordersThat(filter)}
      order by o.id desc
      limit ${limit}
      offset ${skip}
    )
    select ${orderColumns}, o.user_id, u.full_name, u.phone
    from page
    join (${orderTables}) on o.play_date = page.play_date and o.id = page.id
    join users u on u.id = o.user_id
    order by o.id desc
  `.execute(db);
  return rows;
}

/**
 * Orders that fit, by the keys of their table. Where a house and a date name a draw, it is one
 * value, and so its orders come from the draw's index in their order. Draws are not looked at where
 * no condition needs them: the planner leaves such a join out.
 */
const ordersThat = ({ house_id, date, status, phone }: OrderFilter): RawBuilder<unknown> => {
  const conditions = [
    date !== undefined && sql`o.play_date = ${date}`,
    phone !== undefined && sql`o.user_id = (select id from users where phone = ${phone})`,
    house_id !== undefined && ofHouse(house_id, date),
    status !== undefined && sql`${statusNow} = ${status}`,
  ].filter((condition) => condition !== false);
  return sql`
    select o.play_date, o.id
    from orders o
    left join draws d on d.id = o.draw_id
    cross join ${clock}
    where ${sql.join(conditions, sql` and `)}
  `;
};

const ofHouse = (house_id: number, date: string | undefined): RawBuilder<unknown> =>
  date === undefined
    ? sql`d.house_id = ${house_id}`
    : sql`o.draw_id = (select id from draws where house_id = ${house_id} and play_date = ${date})`;

/**
 * Whose order that is. Its number alone says nothing of its play date, by which orders are found:
 * they are looked for on each day that has a draw, the newest first.
 */
export async function findPlayerOfOrder(
  db: Db | Tx,
  order_id: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ user_id: number }>`
    select o.user_id
    from (select distinct play_date from draws) as day
    cross join lateral (
      select user_id
      from orders
      where play_date = day.play_date and id = ${order_id}
    ) as o
    order by day.play_date desc
    limit 1
  `.execute(db);
  return rows[0]?.user_id;
}

/** An order of a player, with that player. */
export async function findOrderWithPlayer(
  db: Db | Tx,
  user_id: number,
  order_id: number,
): Promise<OrderWithPlayerRow | undefined> {
  const { rows } = await sql<OrderWithPlayerRow>`
    select ${orderColumns}, o.user_id, u.full_name, u.phone
    from ${orderTables}
    join users u on u.id = o.user_id
    where o.user_id = ${user_id} and o.id = ${order_id}
  `.execute(db);
  return rows[0];
}
