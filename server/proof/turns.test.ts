import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { appOn, useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { anotherPool } from "../testing/database.ts";
import { at, gameOf, play } from "../testing/game.ts";
import { aHouse, aPlayer, setClock } from "../testing/makers.ts";
import { holdAccount, holdResults, holdWallet } from "./scene.ts";

const app = useApp();
/** A server with two connections besides the listener's. */
const narrow = appOn(anotherPool(app, 3));
const game = gameOf(narrow);

beforeEach(() => setClock(app.db, at("13:00")));

const placeOrders = async (token: string, house_id: number, count: number): Promise<number[]> => {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) {
    ids.push((await game.place(token, house_id, [play.direct(n, 10)])).id);
  }
  return ids;
};

const cancel = (token: string, id: number) =>
  narrow.call("POST /orders/{id}/cancel", {
    as: token,
    params: { id: String(id) },
    headers: { "idempotency-key": randomUUID() },
  });

test("a player whose calls wait for the wallet lock leaves connections to others", async () => {
  const house = await aHouse(app.db);
  const one = await aPlayer(app.db, { balance: 1_000 });
  const token = await app.signIn(one);
  const other = await app.signIn(await aPlayer(app.db, { balance: 1_000 }));
  const ids = await placeOrders(token, house.id, 5);

  const wallet = await holdWallet(app.db, one);
  const cancelled = Promise.all(ids.map((id) => cancel(token, id)));
  await wallet.untilWaitedForBy(cancelled);
  // Uses the one connection that is left.
  await game.place(other, house.id, [play.direct(45, 10)]);
  await wallet.letGo();

  expect((await cancelled).map(({ status }) => status)).toEqual(ids.map(() => 200));
  expect(await game.balance(token)).toBe(1_000);
  await expectBooksToBalance(app.db);
});

test("a player whose changes of the profile wait for the account does too", async () => {
  const house = await aHouse(app.db);
  const one = await aPlayer(app.db);
  const token = await app.signIn(one);
  const other = await app.signIn(await aPlayer(app.db, { balance: 1_000 }));

  const account = await holdAccount(app.db, one);
  const change = (full_name: string) =>
    narrow.call("PUT /users/profile", { as: token, body: { full_name } });
  const changed = Promise.all(["Asha", "Asha Devi", "Asha D"].map(change));
  await account.untilWaitedForBy(changed);
  await game.place(other, house.id, [play.direct(45, 10)]);
  await account.letGo();

  expect((await changed).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test("a call that waits for its turn is refused when its session ends meanwhile", async () => {
  const house = await aHouse(app.db);
  const one = await aPlayer(app.db, { balance: 1_000 });
  const token = await app.signIn(one);
  const [first = 0, second = 0] = await placeOrders(token, house.id, 2);

  const wallet = await holdWallet(app.db, one);
  const cancelled = cancel(token, first);
  await wallet.untilWaitedForBy(cancelled);
  const find = vi.spyOn(narrow.context.sessions, "find");
  const refused = cancel(token, second);
  // When the request arrives and when its body has; then it waits.
  while (find.mock.calls.length < 2) await nextTurn();
  await app.ask("POST /auth/logout", { as: token });
  await wallet.letGo();

  expect(await cancelled).toMatchObject({ status: 200 });
  expect(await refused).toMatchObject({ status: 401, body: { code: "session_required" } });
  expect(await game.balance(await app.signIn(one))).toBe(990);
  await expectBooksToBalance(app.db);
});

test("visitors' long lists of results leave connections to orders", async () => {
  const house = await aHouse(app.db);
  const token = await app.signIn(await aPlayer(app.db, { balance: 1_000 }));

  const results = await holdResults(app.db);
  const lists = Promise.all(
    ["31", "100", "366"].map((days) => narrow.call("GET /results", { query: { days } })),
  );
  await results.untilWaitedForBy(lists);
  await game.place(token, house.id, [play.direct(45, 10)]);
  await results.letGo();

  expect((await lists).map(({ status }) => status)).toEqual([200, 200, 200]);
});
