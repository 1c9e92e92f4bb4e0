import { dayInIndia } from "../../contract/dates.ts";
import type { orderRoutes } from "../../contract/orders/routes.ts";
import type { OrderForAdmin } from "../../contract/orders/schemas.ts";
import type { Query, Reply } from "../../contract/route.ts";
import type { Context } from "../context.ts";
import { clockNow } from "../db/clock.ts";
import { MAX_COUNTED, pagesOf } from "../page-count.ts";
import { found } from "../refusal.ts";
import {
  countOrders,
  findOrderWithPlayer,
  listOrdersOfAll,
  locateAnyOrder,
} from "./all-orders-sql.ts";
import { toOrderForAdmin } from "./answer.ts";
import { ratesOf, ratesOfAll } from "./rates.ts";

/**
 * A page of all players' orders, newest first, with the number of pages, at least 1. Without a date
 * or a phone only today's orders (in India) are listed, so that the table is never read whole. At
 * most 10,000 orders beyond the page are counted; the number of pages grows as one goes on.
 */
export async function listAllOrders(
  { db }: Context,
  { limit, skip, ...asked }: Query<(typeof orderRoutes)["GET /admin/orders"]>,
): Promise<Reply<(typeof orderRoutes)["GET /admin/orders"]>> {
  const isBounded = asked.date !== undefined || asked.phone !== undefined;
  const filter = isBounded ? asked : { ...asked, date: dayInIndia(await clockNow(db)) };
  const [counted, rows] = await Promise.all([
    countOrders(db, filter, skip + limit + MAX_COUNTED),
    listOrdersOfAll(db, filter, limit, skip),
  ]);
  const rates = await ratesOfAll(db, rows);
  return {
    orders: rows.map((row) => toOrderForAdmin(row, rates(row.rates_version))),
    pages: pagesOf(counted, limit),
  };
}

/** Any player's order, with its player. Refuses `not_found`. */
export async function getAnyOrder({ db }: Context, order_id: number): Promise<OrderForAdmin> {
  const order = found(await locateAnyOrder(db, order_id));
  const row = found(await findOrderWithPlayer(db, order));
  return toOrderForAdmin(row, await ratesOf(db, row.rates_version));
}
