import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, gameOf, play, TODAY } from "../testing/game.ts";
import { aHouse, anAdmin, aPlayer, setClock } from "../testing/makers.ts";
import { useStreams } from "../testing/streams.ts";

const app = useApp();
const game = gameOf(app);
const { openStream, eventsOf } = useStreams(app);

beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

const on_both_rounds = [play.direct(45, 30), play.ending(1, 10, "second")];

async function aPlacedOrder(plays = on_both_rounds) {
  const house = await aHouse(app.db);
  const token = await app.signIn(await aPlayer(app.db, { balance: 100 }));
  const order = await game.place(token, house.id, plays);
  return { house, token, order };
}

const cancel = (token: string, id: number, key: string = randomUUID()) =>
  app.call("POST /orders/{id}/cancel", {
    as: token,
    params: { id: String(id) },
    headers: { "idempotency-key": key },
  });

test("cancelling an order refunds the stake", async () => {
  const { token, order } = await aPlacedOrder();
  expect(await cancel(token, order.id)).toMatchObject({
    status: 200,
    body: { id: order.id, status: "cancelled", wallet_balance: 100 },
  });
  const { transactions } = await app.ask("GET /wallet/transactions", { as: token });
  expect(transactions[0]).toMatchObject({ type: "refund", amount: 40, order_id: order.id });
  expect(await game.order(token, order.id)).toMatchObject({ status: "cancelled" });
});

test("cancelling an order twice refunds the stake once", async () => {
  const { token, order } = await aPlacedOrder();
  await cancel(token, order.id);
  expect(await cancel(token, order.id)).toMatchObject({
    status: 409,
    body: { code: "order_not_pending" },
  });
  expect(await game.balance(token)).toBe(100);
});

test("repeating a cancellation under its key returns the first answer", async () => {
  const { token, order } = await aPlacedOrder();
  const key = randomUUID();
  const first = await cancel(token, order.id, key);
  expect(await cancel(token, order.id, key)).toMatchObject({ status: 200, body: first.body });
  expect(await game.balance(token)).toBe(100);
});

test("a repeated cancellation sends no event", async () => {
  const { house, token, order } = await aPlacedOrder();
  const key = randomUUID();
  await cancel(token, order.id, key);
  await game.place(token, house.id, [play.direct(46, 50)]);
  const stream = await openStream(app, token);
  expect(await cancel(token, order.id, key)).toMatchObject({ body: { wallet_balance: 100 } });
  expect(await eventsOf(stream)).toEqual([]);
  expect(await game.balance(token)).toBe(50);
});

test("a cancellation under the key of another order's cancellation is refused", async () => {
  const { house, token, order } = await aPlacedOrder();
  const other = await game.place(token, house.id, [play.direct(46)]);
  const key = randomUUID();
  await cancel(token, order.id, key);
  expect(await cancel(token, other.id, key)).toMatchObject({
    status: 409,
    body: { code: "idempotency_conflict" },
  });
  expect(await game.order(token, other.id)).toMatchObject({ status: "pending" });
  expect(await game.balance(token)).toBe(90);
});

test("a cancellation under the key of an order is refused", async () => {
  const { house, token } = await aPlacedOrder();
  const key = randomUUID();
  const order = await game.place(token, house.id, [play.direct(1)], { key });
  expect(await cancel(token, order.id, key)).toMatchObject({
    status: 409,
    body: { code: "idempotency_conflict" },
  });
});

test("an order under the key of a cancellation is refused", async () => {
  const { house, token, order } = await aPlacedOrder();
  const key = randomUUID();
  await cancel(token, order.id, key);
  const refusal = await app.refused("POST /orders/play", {
    as: token,
    body: { house_id: house.id, play_date: TODAY, plays: [play.direct(1)] },
    headers: { "idempotency-key": key },
  });
  expect(refusal).toMatchObject({ status: 409, code: "idempotency_conflict" });
});

test("of twenty concurrent cancellations one succeeds", async () => {
  const { token, order } = await aPlacedOrder();
  const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(token, order.id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  expect(await game.balance(token)).toBe(100);
});

test.each([
  ["plays on both rounds", "14:44:59", "14:45", on_both_rounds],
  ["a forecast", "14:44:59", "14:45", [play.forecast(45, 1, 40)]],
  ["plays on the second round", "19:44:59", "19:45", [play.direct(1, 40, "second")]],
])("an order of %s is pending at %s and confirmed at %s", async (_, before, closing, plays) => {
  const { token, order } = await aPlacedOrder(plays);
  await setClock(app.db, `${TODAY}T${before}+05:30`);
  expect(await game.order(token, order.id)).toMatchObject({ status: "pending" });
  await setClock(app.db, at(closing));
  expect(await game.order(token, order.id)).toMatchObject({ status: "confirmed" });
  expect(await cancel(token, order.id)).toMatchObject({
    status: 409,
    body: { code: "order_not_pending" },
  });
  expect(await game.balance(token)).toBe(60);
});

test("an order with a published number stays final when the clock is set back", async () => {
  const { house, token, order } = await aPlacedOrder();
  const forecast = await game.place(token, house.id, [play.forecast(45, 2)]);
  await setClock(app.db, at("21:00"));
  const admin = await app.signIn(await anAdmin(app.db));
  await game.publish(admin, house.id, { second_round: 1 });
  await setClock(app.db, at("13:00"));
  for (const { id } of [order, forecast]) {
    expect(await game.order(token, id)).toMatchObject({ status: "confirmed" });
    expect(await cancel(token, id)).toMatchObject({ body: { code: "order_not_pending" } });
  }
  expect(await game.balance(token)).toBe(100 - 40 - 10 + 100);
});

test("cancelling another player's order is refused, for admins too", async () => {
  const { order } = await aPlacedOrder();
  const other = await app.signIn(await aPlayer(app.db));
  const admin = await app.signIn(await anAdmin(app.db));
  for (const token of [other, admin]) {
    expect(await cancel(token, order.id)).toMatchObject({ status: 404 });
    const shown = await app.call("GET /orders/{id}", {
      as: token,
      params: { id: String(order.id) },
    });
    expect(shown.status).toBe(404);
  }
});

test("own orders are listed newest first, by page and by status", async () => {
  const { house, token, order } = await aPlacedOrder();
  const second = await game.place(token, house.id, [play.direct(2)]);
  const third = await game.place(token, house.id, [play.direct(3, 10, "second")]);
  await cancel(token, second.id);
  const ids = async (query: {
    status?: "pending" | "confirmed" | "cancelled" | "won";
    limit?: string;
    skip?: string;
  }) => (await app.ask("GET /orders", { as: token, query })).map(({ id }) => id);
  expect(await ids({})).toEqual([third.id, second.id, order.id]);
  expect(await ids({ limit: "1", skip: "1" })).toEqual([second.id]);
  expect(await ids({ status: "cancelled" })).toEqual([second.id]);
  await setClock(app.db, at("15:00"));
  expect(await ids({ status: "confirmed" })).toEqual([order.id]);
  expect(await ids({ status: "pending" })).toEqual([third.id]);
  await cancel(token, third.id);
  expect(await ids({ status: "cancelled", limit: "1" })).toEqual([third.id]);
  expect(await ids({ status: "cancelled", skip: "1" })).toEqual([second.id]);
  expect(await ids({ status: "won" })).toEqual([]);
});
