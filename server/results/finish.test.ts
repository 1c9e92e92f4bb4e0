import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { transaction } from "../db/transaction.ts";
import { ensureDraw } from "../houses/service.ts";
import { announce } from "../proof/scene.ts";
import { useApp } from "../testing/app.ts";
import { anotherPool } from "../testing/database.ts";
import { at, TODAY, TOMORROW } from "../testing/game.ts";
import { aHouse, anAdmin, fillDraw, setClock } from "../testing/makers.ts";
import { ordersReadIn } from "../testing/settling.ts";

const app = useApp();
const one_connection = anotherPool(app, 1);

beforeAll(() => app.context.sweep.stop());

test("finishing a settlement reads no orders of other draws, also after many others", async () => {
  await setClock(app.db, at("13:00"));
  const [admin, house, other] = [await anAdmin(app.db), await aHouse(app.db), await aHouse(app.db)];
  for (const { id } of [house, other]) await ensureDraw(app.db, id, TODAY);
  await ensureDraw(app.db, other.id, TOMORROW);
  // Partitions make planning expensive, so that PostgreSQL would prefer a cached plan.
  await sql`
    select make_order_partition((${TODAY}::date + n * interval '1 month')::date)
    from generate_series(1, 18) as n
  `.execute(app.db);
  await fillDraw(app.db, other, TODAY, 1_000);
  await sql`analyze orders`.execute(app.db);
  await setClock(app.db, at("16:00"));
  const [settlement] = await announce(app, admin, house, { first_round: 45 });
  await fillDraw(app.db, other, TOMORROW, 3_000);

  const read: number[] = [];
  for (let n = 0; n < 10; n += 1) {
    await transaction(one_connection.db, async (tx) => {
      await sql`update settlements set finished_at = null`.execute(tx);
      await sql`select finish_settlement(${settlement})`.execute(tx);
      read.push(await ordersReadIn(tx));
    });
  }
  expect(read).toEqual(read.map(() => 0));
});
