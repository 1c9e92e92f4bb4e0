import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { Tx } from "../db/database.ts";
import { transaction } from "../db/transaction.ts";
import { useApp } from "../testing/app.ts";
import { at, gameOf, play } from "../testing/game.ts";
import { aHouse, aPlayer, setClock } from "../testing/makers.ts";
import { findOrderWithPlayer, locateAnyOrder } from "./all-orders-sql.ts";
import { lockDrawOfOrder, lockOrder } from "./cancel-sql.ts";
import { findBalanceAfterPlacing, findOrder, type LocatedOrder, locateOrder } from "./sql.ts";

const app = useApp();
const game = gameOf(app);

/** Orders of one player for days in three months, the last of them placed a month ahead. */
const DAYS = [
  ["2026-10-05", "2026-10-05"],
  ["2026-11-30", "2026-11-30"],
  ["2026-11-30", "2026-12-01"],
] as const;

async function ordersOfThreeMonths() {
  const [house, player] = [await aHouse(app.db), await aPlayer(app.db, { balance: 500 })];
  const token = await app.signIn(player);
  const orders: LocatedOrder[] = [];
  for (const [placed, play_date] of DAYS) {
    await setClock(app.db, at("13:00", placed));
    const { id } = await game.place(token, house.id, [play.direct(7)], { play_date });
    orders.push({ id, user_id: player.id, play_date });
  }
  return orders;
}

beforeEach(() => setClock(app.db, at("13:00")));

test.each([
  ["recent", "2026-11-10T12:00:00Z"],
  ["partly recent", "2027-01-10T12:00:00Z"],
  ["older", "2027-06-10T12:00:00Z"],
])("a player's orders are located when they are %s", async (_, now) => {
  const orders = await ordersOfThreeMonths();
  const other = await aPlayer(app.db);
  for (const order of orders) {
    const { id, user_id } = order;
    expect(await locateOrder(app.db, user_id, id, new Date(now))).toEqual(order);
    expect(await locateOrder(app.db, other.id, id, new Date(now))).toBeUndefined();
    expect(await locateAnyOrder(app.db, id)).toEqual(order);
  }
  expect(await locateOrder(app.db, other.id, 999_999, new Date(now))).toBeUndefined();
  expect(await locateAnyOrder(app.db, 999_999)).toBeUndefined();
});

test("a located order is found and locked without touching other months", async () => {
  for (const order of await ordersOfThreeMonths()) {
    const months = await transaction(app.db, async (tx) => {
      await lockDrawOfOrder(tx, order);
      expect(await lockOrder(tx, order)).toMatchObject(order);
      expect(await findOrder(tx, order)).toMatchObject({ id: order.id });
      expect(await findOrderWithPlayer(tx, order)).toMatchObject({ id: order.id });
      expect(await findBalanceAfterPlacing(tx, order)).toBeGreaterThan(0);
      return monthsLockedBy(tx);
    });
    expect(months).toEqual([order.play_date.slice(0, 7).replace("-", "_")]);
  }
});

async function monthsLockedBy(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct right(inhrelid::regclass::text, 7) as month
    from pg_locks
    join pg_inherits on inhrelid = relation
    where pid = pg_backend_pid() and inhparent = 'orders'::regclass
  `.execute(tx);
  return rows.map(({ month }) => month);
}
