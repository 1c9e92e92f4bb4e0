import { beforeAll, expect, test } from "vitest";
import { createDefaultPaymentMethods } from "../payments/methods.ts";
import { rejectPayment } from "../payments/service.ts";
import { cancel, place, publish, withdraw } from "../proof/scene.ts";
import { voidResult } from "../results/void.ts";
import { useApp } from "../testing/app.ts";
import { at, play } from "../testing/game.ts";
import { actorOf, aHouse, anAdmin, aPlayer, setClock } from "../testing/makers.ts";

const app = useApp();
let token = "";

/** A player whose statement has a row of each kind, and another with rows of their own. */
beforeAll(async () => {
  await setClock(app.db, at("13:00"));
  await createDefaultPaymentMethods(app.db, "demo");
  const [house, admin] = [await aHouse(app.db, { name: "Khanapara FC" }), await anAdmin(app.db)];
  const player = await aPlayer(app.db, { balance: 1_000 });
  await aPlayer(app.db, { balance: 500 });
  await place(app, player, house, [play.direct(7)]);
  await cancel(app, player, await place(app, player, house, [play.direct(8, 20)]));
  const { id } = await withdraw(app, player, 100);
  await rejectPayment(app.context, actorOf(admin), id, { reason: "not this time" });
  await setClock(app.db, at("15:00"));
  await voidResult(app.db, await publish(app, admin, house, { first_round: 7 }), "a mistake");
  token = await app.signIn(player);
});

const statement = async (query: { limit?: string; before?: string } = {}) =>
  (await app.ask("GET /wallet/transactions", { as: token, query })).transactions;

test("a statement shows what each movement was for, newest first", async () => {
  const rows = await statement();
  const draw = "Khanapara FC, 2026-11-20";
  expect(rows.map((row) => [row.description, row.amount, row.balance_after])).toEqual([
    [`Win taken back · ${draw}`, -800, 990],
    [`Win · ${draw}`, 800, 1_790],
    ["Refund", 100, 990],
    ["Withdrawal", -100, 890],
    [`Refund · ${draw}`, 20, 990],
    [`Play · ${draw}`, -20, 970],
    [`Play · ${draw}`, -10, 990],
    ["Deposit", 1_000, 1_000],
  ]);
});

test("an admin reads the statement of any account, in the same pages", async () => {
  const admin = await app.signIn(await anAdmin(app.db));
  const { id } = await app.ask("GET /users/profile", { as: token });
  const read = async (user_id: number, query: { limit?: string; before?: string } = {}) =>
    app.call("GET /admin/users/{id}/transactions", {
      as: admin,
      params: { id: String(user_id) },
      query,
    });
  const own = await statement();
  expect((await read(id)).body).toEqual({ transactions: own });
  const before = String(own[2]?.id);
  expect((await read(id, { limit: "3", before })).body).toEqual({ transactions: own.slice(3, 6) });
  const newcomer = await aPlayer(app.db);
  expect(await read(newcomer.id)).toMatchObject({ status: 200, body: { transactions: [] } });
  expect(await read(999_999_999)).toMatchObject({ status: 404, body: { code: "not_found" } });
});

test("the pages of a statement contain each row once", async () => {
  const all = await statement();
  const first = await statement({ limit: "3" });
  const second = await statement({ limit: "3", before: String(first.at(-1)?.id) });
  const third = await statement({ limit: "3", before: String(second.at(-1)?.id) });
  expect([first, second, third]).toEqual([all.slice(0, 3), all.slice(3, 6), all.slice(6)]);
  expect(await statement({ before: String(third.at(-1)?.id) })).toEqual([]);
});
