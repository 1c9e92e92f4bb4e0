import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { transaction } from "../db/transaction.ts";
import { ensureDraw } from "../houses/service.ts";
import { announce, place } from "../proof/scene.ts";
import { useApp } from "../testing/app.ts";
import { anotherPool } from "../testing/database.ts";
import { at, play, TODAY, TOMORROW } from "../testing/game.ts";
import { aHouse, anAdmin, aPlayer, fillDraw, setClock } from "../testing/makers.ts";
import { ordersReadIn } from "../testing/settling.ts";
import { settleChunk } from "./sql.ts";

const app = useApp();
// A connection that has read no orders before.
const fresh = anotherPool(app, 1);

beforeAll(() => app.context.sweep.stop());

test("a chunk reads no other orders, also when the planner knows few of its day", async () => {
  await setClock(app.db, at("13:00"));
  const [admin, house, other] = [await anAdmin(app.db), await aHouse(app.db), await aHouse(app.db)];
  for (const { id } of [house, other]) await ensureDraw(app.db, id, TODAY);
  await ensureDraw(app.db, other.id, TOMORROW);
  await fillDraw(app.db, other, TOMORROW, 3_000);
  await fillDraw(app.db, other, TODAY, 20);
  await sql`analyze orders`.execute(app.db);
  const winners = await Promise.all(
    Array.from({ length: 50 }, () => aPlayer(app.db, { balance: 10 })),
  );
  await Promise.all(winners.map((winner) => place(app, winner, house, [play.direct(45)])));
  // Orders of both draws alternate, as in a rush.
  for (const count of [100, 100, 3_000]) {
    await fillDraw(app.db, house, TODAY, count);
    await fillDraw(app.db, other, TODAY, count);
  }
  await setClock(app.db, at("16:00"));
  const [settlement = 0] = await announce(app, admin, house, { first_round: 45 });

  const read = await transaction(fresh.db, async (tx) => {
    await settleChunk(tx, settlement, 200);
    return ordersReadIn(tx);
  });
  // All of the chunk, and then its winners or all of it once more.
  expect(read).toBeGreaterThanOrEqual(250);
  expect(read).toBeLessThanOrEqual(400);
});
