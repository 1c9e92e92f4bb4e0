import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { announce } from "../proof/scene.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, gameOf, play } from "../testing/game.ts";
import { loseOneDeadlock } from "../testing/lost-deadlock.ts";
import { aHouse, anAdmin, aPlayer, setClock } from "../testing/makers.ts";
import { settle } from "./settlement.ts";
import { tellWinners } from "./winners.ts";

const app = useApp();
const game = gameOf(app);

// Without a sweep: each test runs settlements itself.
beforeAll(() => app.context.sweep.stop());
beforeEach(() => setClock(app.db, at("13:00")));

/** Two houses with one winner each, who is not paid yet. */
async function twoUnsettledHouses() {
  const admin = await anAdmin(app.db);
  const tables = [];
  for (const house of [await aHouse(app.db), await aHouse(app.db)]) {
    const token = await app.signIn(await aPlayer(app.db, { balance: 100 }));
    const { id } = await game.place(token, house.id, [play.direct(45, 10)]);
    tables.push({ house, token, order_id: id });
  }
  return { admin, tables };
}

const setRates = (order_id: number, version: number) =>
  sql`update orders set rates_version = ${version} where id = ${order_id}`.execute(app.db);

test("a chunk that loses a deadlock is settled again, once", async () => {
  const { house, token, admin } = await game.aTable(100);
  await game.place(token, house.id, [play.direct(45)]);
  await setClock(app.db, at("21:00"));
  const tries = await loseOneDeadlock(app.db);
  expect(await game.publish(admin, house.id, { first_round: 45 })).toMatchObject({
    settlement: { is_complete: true, paid: 800 },
  });
  expect(await tries()).toBe(2);
  expect(await game.balance(token)).toBe(890);
  await expectBooksToBalance(app.db);
});

test("a settlement that fails does not stop others, and is finished later", async () => {
  const { admin, tables } = await twoUnsettledHouses();
  const [broken, whole] = tables;
  if (!broken || !whole) throw new Error("two houses");
  await setRates(broken.order_id, 99);
  await setClock(app.db, at("21:00"));
  await announce(app, admin, broken.house, { first_round: 45 });
  await announce(app, admin, whole.house, { first_round: 45 });

  await expect(settle(app.db)).rejects.toThrow("amount_paise");
  await tellWinners(app.db);
  expect(await game.balance(whole.token)).toBe(890);
  expect(await game.balance(broken.token)).toBe(90);
  const { notifications } = await app.ask("GET /notifications", { as: whole.token });
  expect(notifications).toMatchObject([{ kind: "win", params: { amount: 800 } }]);

  await setRates(broken.order_id, 1);
  await settle(app.db);
  expect(await game.balance(broken.token)).toBe(890);
  await expectBooksToBalance(app.db);
});
