import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PlayLine } from "../../contract/orders/schemas.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, gameOf, play, TODAY, TOMORROW } from "../testing/game.ts";
import { aHouse, aPlayer, setClock } from "../testing/makers.ts";

const app = useApp();
const game = gameOf(app);

beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

async function aTable({
  balance = 500,
  ...wishes
}: Parameters<typeof aHouse>[1] & { balance?: number } = {}) {
  const [house, player] = await Promise.all([aHouse(app.db, wishes), aPlayer(app.db, { balance })]);
  return { house, player, token: await app.signIn(player) };
}

test("placing an order debits its stakes and returns the order and the new balance", async () => {
  const { house, token } = await aTable();
  const order = await game.place(token, house.id, [
    play.direct(45, 10),
    play.house(4, 20),
    play.ending(5, 30, "second"),
    play.forecast(45, 7, 10),
  ]);
  expect(order).toMatchObject({
    house_id: house.id,
    house_name: house.name,
    play_date: TODAY,
    total_amount: 70,
    winning_amount: 0,
    status: "pending",
    closes_at: "2026-11-20T09:15:00.000Z",
    cancel_reason: null,
    wallet_balance: 430,
    numbers: {
      direct: [{ number: 45, amount: 10, round: "first", rate: 80, won: null }],
      house: [{ number: 4, amount: 20, round: "first", rate: 10, won: null }],
      ending: [{ number: 5, amount: 30, round: "second", rate: 10, won: null }],
      forecast: [{ first: 45, second: 7, amount: 10, round: "both", rate: 400, won: null }],
    },
  });
  expect(await game.balance(token)).toBe(430);
  const { wallet_balance: _, ...shown } = order;
  expect(await game.order(token, order.id)).toEqual(shown);
});

test("an order may be for tomorrow, with a date that has a time of midnight", async () => {
  const { house, token } = await aTable();
  const order = await game.place(token, house.id, [play.direct(1)], {
    play_date: `${TOMORROW}T00:00:00`,
  });
  expect(order.play_date).toBe(TOMORROW);
});

test("half an hour after midnight in India, tomorrow is counted from the new day", async () => {
  const { house, token } = await aTable();
  await setClock(app.db, at("00:30"));
  const order = await game.place(token, house.id, [play.direct(1)], { play_date: TOMORROW });
  expect(order.play_date).toBe(TOMORROW);
});

test("the statement shows the play with the balance after it", async () => {
  const { house, token } = await aTable();
  const order = await game.place(token, house.id, [play.direct(1, 40)]);
  const { transactions } = await app.ask("GET /wallet/transactions", { as: token });
  expect(transactions).toMatchObject([
    { id: 2, type: "play", amount: -40, balance_after: 460, order_id: order.id, play_date: TODAY },
    { id: 1, type: "deposit", amount: 500, balance_after: 500, order_id: null },
  ]);
});

test("plays on the same number are added up before the limits are checked", async () => {
  const { house, token } = await aTable({ min_play: 20, max_play: 30 });
  const order = await game.place(token, house.id, [play.direct(1, 10), play.direct(1, 10)]);
  expect(order.numbers.direct).toMatchObject([{ number: 1, amount: 20 }]);
  const refusal = await refusedOrder(token, house.id, [play.direct(2, 20), play.direct(2, 11)]);
  expect(refusal).toMatchObject({ code: "stake_too_high", detail: "Maximum play amount is ₹30" });
});

const refusedOrder = (token: string, house_id: number, plays: PlayLine[], play_date = TODAY) =>
  app.refused("POST /orders/play", { as: token, body: { house_id, play_date, plays } });

describe("an order that is refused changes nothing", () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => play.forecast(Math.floor(n / 100), n % 100));

  test.each<[string, PlayLine[], string, object]>([
    ["no play", [], TODAY, { code: "no_plays", detail: "Please add at least one play" }],
    ["501 plays", many(501), TODAY, { code: "too_many_plays" }],
    [
      "more than twice as many",
      many(1_001),
      TODAY,
      { code: "too_many_plays", detail: "An order can hold at most 500 plays" },
    ],
    [
      "a stake below the minimum",
      [play.direct(1, 9)],
      TODAY,
      { code: "stake_too_low", detail: "Minimum play amount is ₹10" },
    ],
    ["a stake of nothing", [play.direct(1, 0)], TODAY, { code: "stake_too_low" }],
    [
      "a stake above the maximum",
      [play.direct(1, 101)],
      TODAY,
      { code: "stake_too_high", detail: "Maximum play amount is ₹100" },
    ],
    ["a huge stake", [play.direct(1, 9e15)], TODAY, { code: "stake_too_high" }],
    ["yesterday", [play.direct(1)], "2026-11-19", { code: "date_not_playable" }],
    ["the day after tomorrow", [play.direct(1)], "2026-11-22", { code: "date_not_playable" }],
    [
      "more than the balance",
      [play.direct(1, 100), play.direct(2, 100)],
      TODAY,
      { code: "insufficient_balance", detail: "Insufficient balance" },
    ],
  ])("%s", async (_, plays, play_date, refusal) => {
    const { house, token } = await aTable({ balance: 199, max_play: 100 });
    expect(await refusedOrder(token, house.id, plays, play_date)).toMatchObject({
      status: 400,
      ...refusal,
    });
    expect(await game.balance(token)).toBe(199);
    expect(await app.ask("GET /orders", { as: token })).toEqual([]);
  });

  // The codes of these numbers would be other plays, even of the other round.
  test.each([
    ...[-1, 100, 7.5].flatMap((number) => [
      play.direct(number),
      play.forecast(number, 1),
      play.forecast(1, number),
    ]),
    ...[-1, 10, 7.5].flatMap((number) => [
      play.house(number),
      play.ending(number),
      play.house(number, 10, "second"),
      play.ending(number, 10, "second"),
    ]),
  ])("a number that no such play has: %j", async (line) => {
    const { house, token } = await aTable();
    expect(await refusedOrder(token, house.id, [play.direct(1), line])).toMatchObject({
      status: 400,
      code: "invalid_input",
    });
    expect(await game.balance(token)).toBe(500);
  });

  test("an unknown house", async () => {
    const { token } = await aTable();
    expect(await refusedOrder(token, 999_999, [play.direct(1)])).toMatchObject({
      status: 404,
      code: "not_found",
    });
  });

  test("an inactive house", async () => {
    const { house, token } = await aTable({ is_active: false });
    expect(await refusedOrder(token, house.id, [play.direct(1)])).toMatchObject({
      code: "house_inactive",
    });
  });

  test("an inactive player whose session still exists", async () => {
    const { house, player, token } = await aTable();
    await sql`update wallets set is_active = false where user_id = ${player.id}`.execute(app.db);
    expect(await refusedOrder(token, house.id, [play.direct(1)])).toMatchObject({
      code: "account_deactivated",
    });
  });
});

test("an order may hold 500 plays and spend the whole balance", async () => {
  const { house, token } = await aTable({ balance: 5_000 });
  const plays = Array.from({ length: 500 }, (_, n) => play.forecast(Math.floor(n / 100), n % 100));
  const order = await game.place(token, house.id, plays);
  expect(order.wallet_balance).toBe(0);
  expect(order.numbers.forecast).toHaveLength(500);
});

describe("a round closes 15 minutes before its time, by the database's clock", () => {
  test.each<[string, string, PlayLine, boolean]>([
    ["first", "14:44:59", play.direct(1, 10, "first"), true],
    ["first", "14:45:00", play.direct(1, 10, "first"), false],
    ["first", "14:45:01", play.house(1, 10, "first"), false],
    ["second", "14:45:01", play.direct(1, 10, "second"), true],
    ["second", "19:44:59", play.ending(1, 10, "second"), true],
    ["second", "19:45:00", play.ending(1, 10, "second"), false],
    ["second", "19:45:01", play.ending(1, 10, "second"), false],
    ["forecast with the first", "14:44:59", play.forecast(1, 2), true],
    ["forecast with the first", "14:45:00", play.forecast(1, 2), false],
    ["forecast with the first", "14:45:01", play.forecast(1, 2), false],
  ])("%s at %s", async (_, time, line, is_taken) => {
    const { house, token } = await aTable();
    await setClock(app.db, `${TODAY}T${time}+05:30`);
    const body = { house_id: house.id, play_date: TODAY, plays: [line] };
    if (is_taken) {
      await app.ask("POST /orders/play", { as: token, body });
      expect(await game.balance(token)).toBe(490);
    } else {
      expect(await app.refused("POST /orders/play", { as: token, body })).toMatchObject({
        status: 400,
        code: "round_closed",
        detail: "Booking for this round is closed",
      });
      expect(await game.balance(token)).toBe(500);
    }
  });

  test("an order with one closed round is refused as a whole", async () => {
    const { house, token } = await aTable();
    await setClock(app.db, at("15:00"));
    const plays = [play.direct(1, 10, "first"), play.direct(1, 10, "second")];
    expect(await refusedOrder(token, house.id, plays)).toMatchObject({ code: "round_closed" });
    expect(await game.balance(token)).toBe(500);
  });
});

describe("an order is placed once for a key", () => {
  test("repeating an order under its key returns the first answer", async () => {
    const { house, token } = await aTable();
    const key = randomUUID();
    const plays = [play.direct(45, 10), play.forecast(1, 2, 20)];
    await game.place(token, house.id, [play.direct(8, 30)]);
    const first = await game.place(token, house.id, plays, { key });
    await game.place(token, house.id, [play.direct(9, 50)]);
    expect(await game.place(token, house.id, plays, { key })).toEqual(first);
    expect(await game.balance(token)).toBe(390);
  });

  test("a retry after closing still returns the first answer", async () => {
    const { house, token } = await aTable();
    const key = randomUUID();
    const first = await game.place(token, house.id, [play.direct(45, 10)], { key });
    await setClock(app.db, at("18:00"));
    expect(await game.place(token, house.id, [play.direct(45, 10)], { key })).toEqual(first);
  });

  test("twenty concurrent requests under one key place one order", async () => {
    const { house, token } = await aTable();
    const key = randomUUID();
    const orders = await Promise.all(
      Array.from({ length: 20 }, () => game.place(token, house.id, [play.direct(45)], { key })),
    );
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1);
    expect(await game.balance(token)).toBe(490);
  });

  test.each<[string, () => object | Promise<object>]>([
    ["another number", () => ({ plays: [play.direct(46, 10)] })],
    ["another stake", () => ({ plays: [play.direct(45, 20)] })],
    ["another date", () => ({ play_date: TOMORROW })],
    ["another house", async () => ({ house_id: (await aHouse(app.db)).id })],
  ])("%s under the same key is refused", async (_, changes) => {
    const { house, token } = await aTable();
    const key = randomUUID();
    const plays = [play.direct(45, 10)];
    await game.place(token, house.id, plays, { key });
    const refusal = await app.refused("POST /orders/play", {
      as: token,
      body: { house_id: house.id, play_date: TODAY, plays, ...(await changes()) },
      headers: { "idempotency-key": key },
    });
    expect(refusal).toMatchObject({ status: 409, code: "idempotency_conflict" });
    expect(await game.balance(token)).toBe(490);
  });

  test("two players may use the same key", async () => {
    const [one, other] = [await aTable(), await aTable()];
    const key = randomUUID();
    const placed = await Promise.all(
      [one, other].map(({ house, token }) =>
        game.place(token, house.id, [play.direct(1)], { key }),
      ),
    );
    expect(placed[0]?.id).not.toBe(placed[1]?.id);
  });

  test("a key that is not a UUID is refused", async () => {
    const { house, token } = await aTable();
    const refusal = await app.refused("POST /orders/play", {
      as: token,
      body: { house_id: house.id, play_date: TODAY, plays: [play.direct(1)] },
      headers: { "idempotency-key": "once" },
    });
    expect(refusal).toMatchObject({ status: 400, code: "invalid_input" });
  });
});

test("of fifty concurrent orders from a wallet with money for ten, ten are placed", async () => {
  const { house, token } = await aTable({ balance: 100 });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, number) =>
      app.call("POST /orders/play", {
        as: token,
        body: { house_id: house.id, play_date: TODAY, plays: [play.direct(number, 10)] },
      }),
    ),
  );
  const placed = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(({ status }) => status === 400);
  expect([placed.length, refused.length]).toEqual([10, 40]);
  for (const { body } of refused) {
    expect(body).toMatchObject({ code: "insufficient_balance", detail: "Insufficient balance" });
  }
  expect(await game.balance(token)).toBe(0);
});

test("concurrent first orders on new houses all get their draw", async () => {
  const houses = await Promise.all(Array.from({ length: 4 }, () => aHouse(app.db)));
  const tokens = await Promise.all(
    Array.from({ length: 12 }, async () => app.signIn(await aPlayer(app.db, { balance: 100 }))),
  );
  const orders = await Promise.all(
    tokens.flatMap((token) => houses.map(({ id }) => game.place(token, id, [play.direct(7, 25)]))),
  );
  expect(new Set(orders.map(({ id }) => id)).size).toBe(48);
  for (const token of tokens) expect(await game.balance(token)).toBe(0);
});
