import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ensureDraw } from "../houses/service.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { anOrder, at, play, TODAY } from "../testing/game.ts";
import { loseOneDeadlock } from "../testing/lost-deadlock.ts";
import { aHouse, aPlayer, setClock } from "../testing/makers.ts";
import { place } from "../proof/scene.ts";
import { placeOrders } from "./sql.ts";

const app = useApp();

beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

async function aTable() {
  const [house, player] = await Promise.all([aHouse(app.db), aPlayer(app.db, { balance: 100 })]);
  await ensureDraw(app.db, house.id, TODAY);
  return { house, player };
}

async function balanceOf(user_id: number): Promise<number | undefined> {
  const { rows } = await sql<{ balance_paise: number }>`
    select balance_paise from wallets where user_id = ${user_id}
  `.execute(app.db);
  return rows[0]?.balance_paise;
}

test("answers come in the order of the batch, not of the users' ids", async () => {
  const { house } = await aTable();
  const players = await Promise.all([100, 200, 300].map((balance) => aPlayer(app.db, { balance })));
  const users = players.map(({ id }) => id).toSorted((one, other) => other - one);
  const batch = users.map((id) => anOrder(house.id, id));
  const answers = await placeOrders(app.db, 0, batch);
  expect(answers.map(({ user_id }) => user_id)).toEqual(users);
  for (const { user_id, balance_paise } of answers) {
    expect(balance_paise).toBe(await balanceOf(user_id));
  }
});

test("a repeated order in a batch is told from the new ones beside it", async () => {
  const { house, player } = await aTable();
  const others = await Promise.all([1, 2].map(() => aPlayer(app.db, { balance: 100 })));
  const order = anOrder(house.id, player.id);
  const [placed] = await placeOrders(app.db, 0, [order]);
  const batch = [order, ...others.map(({ id }) => anOrder(house.id, id))];
  expect(await placeOrders(app.db, 0, batch)).toMatchObject([
    { outcome: "repeated", order_id: placed?.order_id },
    { outcome: "accepted" },
    { outcome: "accepted" },
  ]);
});

test.each([
  ["somebody is in it twice", (id: number) => id],
  ["somebody in it has no wallet", () => 0],
])("a batch is refused whole when %s", async (_, userBeside) => {
  const { house, player } = await aTable();
  const batch = [anOrder(house.id, player.id), anOrder(house.id, userBeside(player.id))];
  await expect(placeOrders(app.db, 0, batch)).rejects.toThrow("each user once");
  expect(await balanceOf(player.id)).toBe(100_00);
});

test("a batch that loses a deadlock is placed again, once", async () => {
  const { house, player } = await aTable();
  const tries = await loseOneDeadlock(app.db);
  await place(app, player, house, [play.direct(45)]);
  expect(await tries()).toBe(2);
  expect(await balanceOf(player.id)).toBe(90_00);
});
