import { type RawBuilder, sql } from "kysely";
import type { OrderStatus } from "../../contract/orders/rules.ts";
import { clock } from "../db/clock.ts";
import { type Db, theRow, type Tx } from "../db/database.ts";
import {
  isOrder,
  type LocatedOrder,
  orderColumns,
  type OrderRow,
  orderTables,
  status as statusNow,
} from "./sql.ts";

/** An order with its player. */
export interface OrderWithPlayerRow extends OrderRow {
  user_id: number;
  full_name: string;
  phone: string;
}

/** Filters of orders. With neither a date nor a phone the whole table would be read. */
export interface OrderFilter {
  house_id?: number | undefined;
  date?: string | undefined;
  status?: OrderStatus | undefined;
  phone?: string | undefined;
}

/** Counts matching orders, up to a limit. */
export async function countOrders(db: Db, filter: OrderFilter, most: number): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    select count(*) as counted
    from (${keysOfOrders(filter)} limit ${most}) as found
  `.execute(db);
  return theRow(rows).counted;
}

/** A page of matching orders, newest first. */
export async function listOrdersOfAll(
  db: Db,
  filter: OrderFilter,
  limit: number,
  skip: number,
): Promise<OrderWithPlayerRow[]> {
  const { rows } = await sql<OrderWithPlayerRow>`
    with page as materialized (
      ${keysOfOrders(filter)}
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
 * The keys of the matching orders. A house and a date are turned into one draw id, so that its
 * orders come sorted from the index on draws. The planner removes the join with draws where no
 * condition needs it.
 */
const keysOfOrders = ({ house_id, date, status, phone }: OrderFilter): RawBuilder<unknown> => {
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

/** Finds an order by its id alone: each day that has a draw is searched, newest first. */
export async function locateAnyOrder(
  db: Db | Tx,
  order_id: number,
): Promise<LocatedOrder | undefined> {
  const { rows } = await sql<LocatedOrder>`
    select o.id, o.user_id, o.play_date
    from (select distinct play_date from draws) as day
    cross join lateral (
      select id, user_id, play_date
      from orders
      where play_date = day.play_date and id = ${order_id}
    ) as o
    order by day.play_date desc
    limit 1
  `.execute(db);
  return rows[0];
}

/** An order with its player. */
export async function findOrderWithPlayer(
  db: Db | Tx,
  order: LocatedOrder,
): Promise<OrderWithPlayerRow | undefined> {
  const { rows } = await sql<OrderWithPlayerRow>`
    select ${orderColumns}, o.user_id, u.full_name, u.phone
    from ${orderTables}
    join users u on u.id = o.user_id
    where ${isOrder(order)}
  `.execute(db);
  return rows[0];
}
