import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PlayLine } from "../../contract/orders/schemas.ts";
import { voidResult } from "../results/void.ts";
import { appOn, useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, gameOf, play, TODAY } from "../testing/game.ts";
import { aHouse, anAdmin, aPlayer, type Player, setClock } from "../testing/makers.ts";
import { useStreams } from "../testing/streams.ts";

const app = useApp();
const second_process = appOn(app);
const game = gameOf(app);
const { openStream, eventsOf } = useStreams(app, second_process);
let boss: Player;
let admin = "";

beforeAll(async () => {
  boss = await anAdmin(app.db, { balance: 50 });
  admin = await app.signIn(boss);
});
beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

const BOTH = [play.direct(45, 30), play.ending(1, 10, "second")];

async function aPlacedOrder(plays: PlayLine[] = BOTH) {
  const house = await aHouse(app.db);
  const player = await aPlayer(app.db, { balance: 100 });
  const token = await app.signIn(player);
  const order = await game.place(token, house.id, plays);
  return { house, player, token, order };
}

const request = (id: number, key: string, reason: string, token = admin) => ({
  as: token,
  params: { id: String(id) },
  body: { reason },
  headers: { "idempotency-key": key },
});
const voidIt = (id: number, key: string = randomUUID(), reason = "Rain") =>
  app.call("POST /admin/orders/{id}/void", request(id, key, reason));
const NOT_VOIDABLE = { status: 409, body: { code: "order_not_voidable" } };

const refundsOf = async (token: string) => {
  const { transactions } = await app.ask("GET /wallet/transactions", { as: token });
  return transactions.filter(({ type }) => type === "refund").map(({ amount }) => amount);
};

describe("a voided order", () => {
  test("is cancelled with its reason, and refunds the stake", async () => {
    const { player, token, order } = await aPlacedOrder();
    await setClock(app.db, at("14:50"));
    expect(await voidIt(order.id)).toMatchObject({
      status: 200,
      body: {
        id: order.id,
        status: "cancelled",
        cancel_reason: "Rain",
        total_amount: 40,
        user: { id: player.id, full_name: player.full_name, phone: player.phone },
      },
    });
    expect(await game.balance(token)).toBe(100);
    expect(await refundsOf(token)).toEqual([40]);
    expect(await game.order(token, order.id)).toMatchObject({
      status: "cancelled",
      cancel_reason: "Rain",
    });
  });

  test("is announced once to its player, and to their open screens on every process", async () => {
    const { house, token, order } = await aPlacedOrder();
    const streams = [await openStream(app, token), await openStream(second_process, token)];
    const key = randomUUID();
    await voidIt(order.id, key);
    await voidIt(order.id, key);
    const params = {
      order_id: order.id,
      house_name: house.name,
      date: TODAY,
      amount: 40,
      reason: "Rain",
    };
    for (const stream of streams) {
      expect(await eventsOf(stream)).toEqual([
        { event: "balance_changed", data: { balance: 100, reason: "refund" } },
        {
          event: "notification",
          data: {
            unread: 1,
            notification: expect.objectContaining({ kind: "order_voided", params }),
          },
        },
      ]);
    }
  });

  test("is not settled when its numbers are published", async () => {
    const { house, token, order } = await aPlacedOrder();
    await setClock(app.db, at("21:00"));
    await voidIt(order.id);
    await game.publish(admin, house.id, { first_round: 45, second_round: 1 });
    expect(await game.balance(token)).toBe(100);
    expect(await game.order(token, order.id)).toMatchObject({
      status: "cancelled",
      winning_amount: 0,
    });
  });

  test("may be the admin's own", async () => {
    const house = await aHouse(app.db);
    const before = await game.balance(admin);
    const order = await game.place(admin, house.id, [play.direct(7, 20)]);
    expect(await voidIt(order.id)).toMatchObject({ status: 200 });
    expect(await game.balance(admin)).toBe(before);
  });
});

describe("an order is voided once", () => {
  test("under one key, with the first answer returned again", async () => {
    const { token, order } = await aPlacedOrder();
    const key = randomUUID();
    const first = await voidIt(order.id, key);
    expect(await voidIt(order.id, key)).toMatchObject({ status: 200, body: first.body });
    expect(await refundsOf(token)).toEqual([40]);
  });

  test("and refused under another key", async () => {
    const { token, order } = await aPlacedOrder();
    await voidIt(order.id);
    expect(await voidIt(order.id)).toMatchObject(NOT_VOIDABLE);
    expect(await refundsOf(token)).toEqual([40]);
  });

  test("by one of twenty concurrent requests", async () => {
    const { token, order } = await aPlacedOrder();
    const answers = await Promise.all(Array.from({ length: 20 }, () => voidIt(order.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await refundsOf(token)).toEqual([40]);
  });

  test("and refused under the key of another reason, order or call", async () => {
    const [one, other] = [await aPlacedOrder(), await aPlacedOrder()];
    const key = randomUUID();
    await voidIt(one.order.id, key);
    const conflict = { status: 409, body: { code: "idempotency_conflict" } };
    expect(await voidIt(one.order.id, key, "Hail")).toMatchObject(conflict);
    expect(await voidIt(other.order.id, key)).toMatchObject(conflict);
    const house = await aHouse(app.db);
    const placed = randomUUID();
    await game.place(admin, house.id, [play.direct(7)], { key: placed });
    expect(await voidIt(other.order.id, placed)).toMatchObject(conflict);
    expect(await refundsOf(other.token)).toEqual([]);
  });
});

describe("an order is not voided", () => {
  test.each([
    ["a play on the first round", { first_round: 45 }, [play.direct(45)]],
    ["a play on the second round", { second_round: 45 }, [play.direct(45, 10, "second")]],
    ["plays on both, of which one", { first_round: 45 }, BOTH],
    ["a forecast, of which the first", { first_round: 45 }, [play.forecast(45, 7)]],
    ["a forecast, of which the second", { second_round: 7 }, [play.forecast(45, 7)]],
  ])("once it has %s is published", async (_, numbers, plays) => {
    const { house, token, order } = await aPlacedOrder(plays);
    await setClock(app.db, at("21:00"));
    await game.publish(admin, house.id, numbers);
    const balance = await game.balance(token);
    expect(await voidIt(order.id)).toMatchObject(NOT_VOIDABLE);
    expect(await game.balance(token)).toBe(balance);
    expect(await refundsOf(token)).toEqual([]);
  });

  test("if its player has cancelled it", async () => {
    const { token, order } = await aPlacedOrder();
    await app.ask("POST /orders/{id}/cancel", { as: token, params: { id: String(order.id) } });
    expect(await voidIt(order.id)).toMatchObject(NOT_VOIDABLE);
    expect(await refundsOf(token)).toEqual([40]);
  });

  test("if it does not exist", async () => {
    expect(await voidIt(999_999_999)).toMatchObject({ status: 404 });
  });

  test("without a reason, or by anybody but an admin", async () => {
    const { token, order } = await aPlacedOrder();
    expect(await voidIt(order.id, randomUUID(), "  ")).toMatchObject({
      status: 400,
      body: { fields: { reason: "Please give a reason" } },
    });
    const own = request(order.id, randomUUID(), "Mine", token);
    expect(await app.refused("POST /admin/orders/{id}/void", own)).toMatchObject({ status: 403 });
    expect(await game.order(token, order.id)).toMatchObject({ status: "pending" });
    expect(await refundsOf(token)).toEqual([]);
  });
});

describe("an order is still voided", () => {
  test("when only the other round is published", async () => {
    const { house, token, order } = await aPlacedOrder([play.direct(45, 10, "second")]);
    await setClock(app.db, at("16:00"));
    await game.publish(admin, house.id, { first_round: 45 });
    expect(await voidIt(order.id)).toMatchObject({ status: 200 });
    expect(await game.balance(token)).toBe(100);
  });

  test("after the result of its round is voided", async () => {
    const { house, token, order } = await aPlacedOrder([play.direct(45)]);
    await setClock(app.db, at("16:00"));
    const { id } = await game.publish(admin, house.id, { first_round: 45 });
    expect(await game.balance(token)).toBe(890);
    await voidResult(app.db, id, "The wrong number");
    expect(await voidIt(order.id)).toMatchObject({ status: 200 });
    expect(await game.balance(token)).toBe(100);
  });
});
