import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ensureDraw } from "../houses/service.ts";
import { createDefaultPaymentMethods } from "../payments/methods.ts";
import { announce, enter, holdDraw, holdHouseSide, outcomeOf } from "../proof/scene.ts";
import { Refusal } from "../refusal.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, gameOf, play, TODAY } from "../testing/game.ts";
import { actorOf, aHouse, anAdmin, aPlayer, setClock } from "../testing/makers.ts";
import { untilWaiting } from "../testing/waiting.ts";
import { announceResult } from "./service.ts";
import { finishSettlement } from "./sql.ts";
import { voidResult } from "./void.ts";

const app = useApp();
const game = gameOf(app);

beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

const evening = () => setClock(app.db, at("21:00"));

async function debtsOf(user_id: number) {
  const { rows } = await sql<{ amount_paise: number }>`
    select amount_paise from debts where user_id = ${user_id} order by order_id
  `.execute(app.db);
  return rows.map(({ amount_paise }) => amount_paise);
}

test("voiding a result reverses its wins, and its round may be entered again", async () => {
  const { house, player, token, admin } = await game.aTable(100);
  const lucky = await game.place(token, house.id, [play.direct(45, 10)]);
  const other = await game.place(token, house.id, [play.direct(54, 10)]);
  await evening();
  const wrong = await game.publish(admin, house.id, { first_round: 45 });
  expect(await game.balance(token)).toBe(880);

  expect(await voidResult(app.db, wrong.id, "two digits swapped")).toEqual({
    house_name: house.name,
    date: TODAY,
    taken_paise: 80_000,
    owed_paise: 0,
  });
  expect(await game.balance(token)).toBe(80);
  expect(await game.order(token, lucky.id)).toMatchObject({
    status: "confirmed",
    winning_amount: 0,
    numbers: { direct: [{ won: null }] },
  });
  expect(await app.ask("GET /results", { query: { house_id: String(house.id) } })).toEqual([]);
  await app.context.listener.catchUp();
  const latest = await app.ask("GET /results/latest");
  expect(latest.find((line) => line.house.id === house.id)?.result).toBeNull();
  expect(await debtsOf(player.id)).toEqual([]);

  await game.publish(admin, house.id, { first_round: 54 });
  expect(await game.balance(token)).toBe(880);
  expect(await game.order(token, lucky.id)).toMatchObject({ status: "lost", winning_amount: 0 });
  expect(await game.order(token, other.id)).toMatchObject({ status: "won", winning_amount: 800 });
  const { transactions } = await app.ask("GET /wallet/transactions", { as: token });
  expect(transactions.map(({ type, amount }) => [type, amount])).toEqual([
    ["win", 800],
    ["reversal", -800],
    ["win", 800],
    ["play", -10],
    ["play", -10],
    ["deposit", 100],
  ]);
});

test("winnings already spent become a debt, and the balance stays at 0", async () => {
  const { house, player, token, admin } = await game.aTable(100);
  await game.place(token, house.id, [play.direct(45, 10)]);
  await game.place(token, house.id, [play.direct(45, 20)]);
  await game.place(token, house.id, [play.direct(45, 30)]);
  await evening();
  const wrong = await game.publish(admin, house.id, { first_round: 45 });
  const plays = Array.from({ length: 3 }, (_, n) => play.direct(n, 1_000));
  await game.place(token, house.id, plays, { play_date: "2026-11-21" });
  expect(await game.balance(token)).toBe(1_840);

  const { taken_paise, owed_paise } = await voidResult(app.db, wrong.id, "wrong house");
  expect([taken_paise, owed_paise]).toEqual([184_000, 296_000]);
  expect(await game.balance(token)).toBe(0);
  expect(await debtsOf(player.id)).toEqual([56_000, 240_000]);
});

test("what was spent of the wins of a round and of its forecast is owed together", async () => {
  const { house, player, token, admin } = await game.aTable(20);
  await game.place(token, house.id, [play.direct(45, 10), play.forecast(45, 7, 10)]);
  await evening();
  const wrong = await game.publish(admin, house.id, { first_round: 45, second_round: 7 });
  await game.place(token, house.id, [play.direct(1, 4_800)], { play_date: "2026-11-21" });
  const voided = await voidResult(app.db, wrong.id, "wrong house");
  expect(voided).toMatchObject({ taken_paise: 0, owed_paise: 480_000 });
  expect(await debtsOf(player.id)).toEqual([80_000, 400_000]);
});

test("an order in flight is placed before its player's wins are reversed", async () => {
  const { house, token, admin } = await game.aTable(100);
  await game.place(token, house.id, [play.direct(45, 10)]);
  const other = await aHouse(app.db);
  await ensureDraw(app.db, other.id, TODAY);
  await setClock(app.db, at("16:00"));
  const wrong = await game.publish(admin, house.id, { first_round: 45 });

  const house_side = await holdHouseSide(app.db, other, 0);
  const placing = game.place(token, other.id, [play.direct(1, 500, "second")]);
  await house_side.untilWaitedForBy(placing);
  const voiding = voidResult(app.db, wrong.id, "mistake");
  await untilWaiting(app.db, 2);
  await house_side.letGo();
  await placing;
  expect(await voiding).toMatchObject({ taken_paise: 39_000, owed_paise: 41_000 });
  expect(await game.balance(token)).toBe(0);
});

test("admins see a player's debts, added up, with the player's payment requests", async () => {
  await createDefaultPaymentMethods(app.db, "demo");
  const { house, token, admin } = await game.aTable(100);
  await game.place(token, house.id, [play.direct(45, 10)]);
  await game.place(token, house.id, [play.direct(45, 10)]);
  await evening();
  const wrong = await game.publish(admin, house.id, { first_round: 45 });
  const { id } = await app.ask("POST /wallet/withdraw", {
    as: token,
    body: { amount: 1_640, account_details: { account_type: "upi", upi_id: "player@bank" } },
  });
  await voidResult(app.db, wrong.id, "wrong house");
  const { payments } = await app.ask("GET /admin/payments", { as: admin, query: {} });
  expect(payments.find((payment) => payment.id === id)?.user).toMatchObject({
    wallet_balance: 0,
    owed: 760 + 800,
  });
});

describe("a forecast is reversed with either of its rounds", () => {
  test.each([
    ["first", { first_round: 45 }, 4_800],
    ["second", { second_round: 7 }, 4_800],
  ] as const)("the %s", async (round, numbers, won) => {
    const { house, token, admin } = await game.aTable(100);
    await game.place(token, house.id, [
      play.forecast(45, 7, 10),
      play.direct(45, 10),
      play.direct(7, 10, "second"),
    ]);
    await evening();
    const first = await game.publish(admin, house.id, { first_round: 45 });
    const second = await game.publish(admin, house.id, { second_round: 7 });
    expect(await game.balance(token)).toBe(70 + 800 + 800 + 4_000);

    await voidResult(app.db, (round === "first" ? first : second).id, "mistake");
    expect(await game.balance(token)).toBe(70 + 5_600 - won);
    const again = await game.publish(admin, house.id, numbers);
    expect(await game.balance(token)).toBe(70 + 5_600);
    // What was reversed before is not reversed again.
    await voidResult(app.db, again.id, "mistake");
    expect(await game.balance(token)).toBe(70 + 5_600 - won);
  });

  test("and no longer counts among the wins of the round that stays published", async () => {
    const { house, token, admin } = await game.aTable(100);
    await game.place(token, house.id, [play.forecast(45, 7), play.direct(7, 10, "second")]);
    await evening();
    const first = await game.publish(admin, house.id, { first_round: 45 });
    await game.publish(admin, house.id, { second_round: 7 });
    await voidResult(app.db, first.id, "mistake");
    const query = { house_id: String(house.id) };
    expect(await app.ask("GET /results", { as: admin, query })).toMatchObject([
      { settlement: { winners: 1, paid: 800, settled_orders: 1, total_orders: 1 } },
    ]);
  });

  test("also when the settlements of the other round were interrupted", async () => {
    const { house, token, admin } = await game.aTable(100);
    await game.place(token, house.id, [play.forecast(45, 7, 10), play.direct(45, 10)]);
    await evening();
    const { id } = await game.publish(admin, house.id, { first_round: 45 });
    await announce(app, await anAdmin(app.db), house, { second_round: 7 });
    expect(await voidResult(app.db, id, "mistake")).toMatchObject({ taken_paise: 480_000 });
    expect(await game.balance(token)).toBe(80);
  });
});

test("a round whose number is 0 stays published when the other is voided", async () => {
  const { house, token, admin } = await game.aTable(100);
  await game.place(token, house.id, [play.direct(0, 10), play.direct(0, 10, "second")]);
  await evening();
  const first = await game.publish(admin, house.id, { first_round: 0 });
  const second = await game.publish(admin, house.id, { second_round: 0 });
  const shown = () => app.ask("GET /results", { query: { house_id: String(house.id) } });
  await voidResult(app.db, second.id, "mistake");
  expect(await shown()).toMatchObject([{ first_round: 0, second_round: null }]);
  await game.publish(admin, house.id, { second_round: 0 });
  await voidResult(app.db, first.id, "mistake");
  expect(await shown()).toMatchObject([{ first_round: null, second_round: 0 }]);
  expect(await game.balance(token)).toBe(80 + 800);
});

test("voiding is refused while the other round is being published", async () => {
  const { house, token, admin } = await game.aTable(100);
  await game.place(token, house.id, [play.forecast(45, 7, 10), play.direct(45, 10)]);
  await evening();
  // A sweep would settle the result that is only announced here.
  await app.context.sweep.stop();
  const { id } = await game.publish(admin, house.id, { first_round: 45 });
  const operator = await anAdmin(app.db);
  const second_id = await enter(app, operator, house, { second_round: 7 });
  const draw = await holdDraw(app.db, house);
  const announcing = announceResult(app.context, actorOf(operator), second_id, {});
  await draw.untilWaitedForBy(announcing);
  const voiding = outcomeOf(voidResult(app.db, id, "mistake"));
  await untilWaiting(app.db, 2);
  await draw.letGo();
  await announcing;
  expect(await voiding).toEqual({ refused: "busy" });
  expect(await game.balance(token)).toBe(880);
  expect(await voidResult(app.db, id, "mistake")).toMatchObject({ taken_paise: 480_000 });
  expect(await game.balance(token)).toBe(80);
});

test("everybody who played is notified, and nobody else", async () => {
  const { house, player, token, admin } = await game.aTable(100);
  const loser = await aPlayer(app.db, { balance: 100 });
  await aPlayer(app.db, { balance: 100 });
  await game.place(token, house.id, [play.direct(45, 10)]);
  await game.place(await app.signIn(loser), house.id, [play.direct(46, 10)]);
  const left = await game.aPlayerWith(100);
  const cancelled = await game.place(left.token, house.id, [play.direct(45, 10)]);
  await app.ask("POST /orders/{id}/cancel", {
    as: left.token,
    params: { id: String(cancelled.id) },
  });
  await evening();
  const { id } = await game.publish(admin, house.id, { first_round: 45 });
  await voidResult(app.db, id, "mistake");
  const { rows } = await sql`
    select user_id, kind, params
    from notifications
    where kind = 'result_voided' and subject_id = ${id} and user_id >= ${player.id}
    order by user_id
  `.execute(app.db);
  const params = { house_id: house.id, house_name: house.name, date: TODAY, reason: "mistake" };
  expect(rows).toEqual([
    { user_id: player.id, kind: "result_voided", params },
    { user_id: loser.id, kind: "result_voided", params },
  ]);
});

test("a player who has only a forecast on the voided round is notified", async () => {
  const { house, token, admin } = await game.aTable(100);
  await game.place(token, house.id, [play.forecast(45, 7)]);
  await evening();
  const { id } = await game.publish(admin, house.id, { first_round: 45 });
  await voidResult(app.db, id, "mistake");
  const { notifications } = await app.ask("GET /notifications", { as: token });
  expect(notifications.map(({ kind }) => kind)).toEqual(["result_voided"]);
});

test("a reversed settlement stays reversed when another process finishes it", async () => {
  const { house, token, admin } = await game.aTable(100);
  const { id: order_id } = await game.place(token, house.id, [play.direct(46, 10)]);
  await evening();
  const { id } = await game.publish(admin, house.id, { first_round: 45 });
  await voidResult(app.db, id, "mistake");
  const { rows } = await sql<{ id: number }>`
    select id from settlements where result_id = ${id}
  `.execute(app.db);
  expect(rows).toHaveLength(1);
  for (const settlement of rows) await finishSettlement(app.db, settlement.id);
  expect(await game.order(token, order_id)).toMatchObject({ status: "confirmed" });
});

test("only a published result can be voided, and only once", async () => {
  const { house, token, admin } = await game.aTable(100);
  await game.place(token, house.id, [play.direct(45, 10)]);
  await evening();
  const { id } = await app.ask("POST /results", {
    as: admin,
    body: { house_id: house.id, date: TODAY, first_round: 45 },
  });
  const not_found = new Refusal("not_found");
  await expect(voidResult(app.db, id, "early")).rejects.toEqual(not_found);
  await expect(voidResult(app.db, 999_999, "nothing")).rejects.toEqual(not_found);
  await app.ask("POST /results/{id}/publish", { as: admin, params: { id: String(id) } });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => voidResult(app.db, id, "twice")),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await game.balance(token)).toBe(90);
});
