import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LARGEST_MAX_PLAY } from "../../contract/houses/rules.ts";
import type { PlayLine } from "../../contract/orders/schemas.ts";
import { theRow } from "../db/database.ts";
import { transaction } from "../db/transaction.ts";
import { announce, holdWallet } from "../proof/scene.ts";
import { appOn, useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, gameOf, play, TODAY } from "../testing/game.ts";
import { aHouse, anAdmin, aPlayer, setClock } from "../testing/makers.ts";
import { settleToEnd } from "../testing/settling.ts";
import { untilWaiting } from "../testing/waiting.ts";
import { settle } from "./settlement.ts";
import { finishSettlement, settleChunk } from "./sql.ts";

const app = useApp();
const second_process = appOn(app);
const game = gameOf(app);

// Without a sweep, which would finish settlements that a test has interrupted.
beforeAll(() => Promise.all([app.context.sweep.stop(), second_process.context.sweep.stop()]));
beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

const evening = () => setClock(app.db, at("21:00"));

test("the documented example: 45 and 07 pay ₹800, ₹200, ₹300 and ₹4,000", async () => {
  const { house, token, admin } = await game.aTable();
  const order = await game.place(token, house.id, [
    play.direct(45, 10),
    play.house(4, 20),
    play.ending(5, 30),
    play.forecast(45, 7, 10),
  ]);
  await evening();
  await game.publish(admin, house.id, { first_round: 45, second_round: 7 });
  expect(await game.order(token, order.id)).toMatchObject({
    status: "won",
    winning_amount: 5_300,
    numbers: {
      direct: [{ number: 45, won: 800 }],
      house: [{ number: 4, won: 200 }],
      ending: [{ number: 5, won: 300 }],
      forecast: [{ first: 45, second: 7, won: 4_000 }],
    },
  });
  expect(await game.balance(token)).toBe(500 - 70 + 5_300);
});

describe("what wins, by line and result", () => {
  const lines: [string, PlayLine, number][] = [
    ["direct 45 first", play.direct(45, 10), 800],
    ["direct 7 second", play.direct(7, 10, "second"), 800],
    ["direct 45 second", play.direct(45, 10, "second"), 0],
    ["direct 54 first", play.direct(54, 10), 0],
    ["house 4 first", play.house(4, 10), 100],
    ["house 0 second", play.house(0, 10, "second"), 100],
    ["house 5 first", play.house(5, 10), 0],
    ["ending 5 first", play.ending(5, 10), 100],
    ["ending 7 second", play.ending(7, 10, "second"), 100],
    ["ending 4 first", play.ending(4, 10), 0],
    ["forecast 45/07", play.forecast(45, 7, 10), 4_000],
    ["forecast 07/45", play.forecast(7, 45, 10), 0],
    ["forecast 45/08", play.forecast(45, 8, 10), 0],
    ["forecast 44/07", play.forecast(44, 7, 10), 0],
  ];
  const publishings: [string, { first_round?: number; second_round?: number }[]][] = [
    ["both at once", [{ first_round: 45, second_round: 7 }]],
    ["the first, then the second", [{ first_round: 45 }, { second_round: 7 }]],
    ["the second, then the first", [{ second_round: 7 }, { first_round: 45 }]],
  ];

  test.each(publishings)("%s", async (_, results) => {
    const { house, token, admin } = await game.aTable();
    const orders = [];
    for (const [, line] of lines) orders.push(await game.place(token, house.id, [line]));
    await evening();
    for (const numbers of results) await game.publish(admin, house.id, numbers);
    const settled = await Promise.all(orders.map(({ id }) => game.order(token, id)));
    expect(settled.map(({ winning_amount, status }) => [winning_amount, status])).toEqual(
      lines.map(([, , won]) => [won, won > 0 ? "won" : "lost"]),
    );
  });
});

test("winnings of the first round are paid while the order waits for the second", async () => {
  const { house, token, admin } = await game.aTable();
  const order = await game.place(token, house.id, [
    play.direct(45, 10),
    play.direct(46, 10),
    play.direct(7, 10, "second"),
    play.forecast(45, 7, 10),
  ]);
  await setClock(app.db, at("16:00"));
  await game.publish(admin, house.id, { first_round: 45 });
  expect(await game.order(token, order.id)).toMatchObject({
    status: "confirmed",
    winning_amount: 800,
    numbers: {
      direct: [{ won: 800 }, { won: 0 }, { won: null }],
      forecast: [{ won: null }],
    },
  });
  expect(await game.balance(token)).toBe(460 + 800);
  await evening();
  await game.publish(admin, house.id, { second_round: 8 });
  expect(await game.order(token, order.id)).toMatchObject({
    status: "won",
    winning_amount: 800,
    numbers: { direct: [{}, {}, { won: 0 }], forecast: [{ won: 0 }] },
  });
});

test("0 is a valid number in either round", async () => {
  const { house, token, admin } = await game.aTable(100);
  await game.place(token, house.id, [
    play.direct(0, 10),
    play.direct(0, 10, "second"),
    play.forecast(0, 0, 10),
  ]);
  await evening();
  await game.publish(admin, house.id, { first_round: 0 });
  expect(await game.balance(token)).toBe(70 + 800);
  await game.publish(admin, house.id, { second_round: 0 });
  expect(await game.balance(token)).toBe(70 + 800 + 800 + 4_000);
  const [shown] = await app.ask("GET /results", { query: { house_id: String(house.id) } });
  expect(shown).toMatchObject({ first_round: 0, second_round: 0 });
});

test("the largest stake that a house can allow is paid at the highest rate", async () => {
  const { token, admin } = await game.aTable(LARGEST_MAX_PLAY);
  const house = await aHouse(app.db, { max_play: LARGEST_MAX_PLAY });
  await game.place(token, house.id, [play.forecast(45, 7, LARGEST_MAX_PLAY)]);
  await evening();
  await game.publish(admin, house.id, { first_round: 45, second_round: 7 });
  expect(await game.balance(token)).toBe(400 * LARGEST_MAX_PLAY);
});

test("a cancelled order wins nothing", async () => {
  const { house, token, admin } = await game.aTable();
  const { id } = await game.place(token, house.id, [play.direct(45, 10)]);
  await app.ask("POST /orders/{id}/cancel", { as: token, params: { id: String(id) } });
  await evening();
  await game.publish(admin, house.id, { first_round: 45 });
  expect(await game.order(token, id)).toMatchObject({ status: "cancelled", winning_amount: 0 });
  expect(await game.balance(token)).toBe(500);
});

test("eight concurrent publications on two processes pay once", async () => {
  const { house, token, admin } = await game.aTable();
  await game.place(token, house.id, [play.direct(45, 10)]);
  await evening();
  const { id } = await app.ask("POST /results", {
    as: admin,
    body: { house_id: house.id, date: TODAY, first_round: 45, second_round: 7 },
  });
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      (n % 2 ? app : second_process).call("POST /results/{id}/publish", {
        as: admin,
        params: { id: String(id) },
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
  expect(await game.balance(token)).toBe(490 + 800);
});

test("a sweep finishes an interrupted settlement, and pays each order once", async () => {
  const { house, admin } = await game.aTable();
  const tokens = await Promise.all(
    Array.from({ length: 5 }, async () => app.signIn(await aPlayer(app.db, { balance: 100 }))),
  );
  for (const token of tokens) {
    await game.place(token, house.id, [play.direct(45, 10)]);
    await game.place(token, house.id, [play.direct(46, 10)]);
  }
  const statuses = () => Promise.all(tokens.map((token) => statusesOf(token)));
  await evening();
  const [settlement_id = 0] = await announce(app, await anAdmin(app.db), house, {
    first_round: 45,
  });
  expect(await settleChunk(app.db, settlement_id, 3)).toMatchObject({ is_at_end: false });
  // Winners are paid already; the orders become settled all at once, at the end.
  expect(await game.balance(tokens[0] ?? "")).toBe(880);
  await finishSettlement(app.db, settlement_id);
  expect(await statuses()).toEqual(tokens.map(() => ["confirmed", "confirmed"]));
  // The process that resumes it counts its orders.
  expect(await progressOf(admin, house.id)).toBeNull();
  await settle(app.db, { signal: AbortSignal.abort() });
  expect(await progressOf(admin, house.id)).toMatchObject({
    is_complete: false,
    settled_orders: 3,
    total_orders: 10,
  });
  await Promise.all([settle(app.db), settle(app.db), settle(second_process.db)]);
  for (const token of tokens) expect(await game.balance(token)).toBe(880);
  expect(await statuses()).toEqual(tokens.map(() => ["lost", "won"]));
  expect(await progressOf(admin, house.id)).toEqual({
    is_complete: true,
    settled_orders: 10,
    total_orders: 10,
    winners: 5,
    paid: 4_000,
  });
});

test("a settlement that finishes before its orders are counted knows their number", async () => {
  const { house, token, admin } = await game.aTable();
  await game.place(token, house.id, [play.direct(45, 10)]);
  await game.place(token, house.id, [play.direct(46, 10)]);
  await evening();
  const [settlement_id = 0] = await announce(app, await anAdmin(app.db), house, {
    first_round: 45,
  });
  await settleToEnd(app.db, settlement_id, 10);
  expect(await progressOf(admin, house.id)).toMatchObject({
    is_complete: true,
    settled_orders: 2,
    total_orders: 2,
  });
});

test("the progress of a result with both rounds counts an order once a part", async () => {
  const { house, token, admin } = await game.aTable();
  await game.place(token, house.id, [play.direct(45, 10)]);
  await game.place(token, house.id, [play.direct(45, 20), play.direct(7, 10, "second")]);
  await game.place(token, house.id, [play.direct(8, 10, "second"), play.forecast(1, 2, 10)]);
  await evening();
  await game.publish(admin, house.id, { first_round: 45, second_round: 7 });
  expect(await progressOf(admin, house.id)).toEqual({
    is_complete: true,
    settled_orders: 5,
    total_orders: 5,
    winners: 3,
    paid: 3_200,
  });
});

test("a chunk with a winner without a wallet is rolled back", async () => {
  const { house, token } = await game.aTable();
  const lost = await aPlayer(app.db, { balance: 500 });
  await game.place(await app.signIn(lost), house.id, [play.direct(45, 10)]);
  await game.place(token, house.id, [play.direct(45, 10)]);
  await evening();
  const [settlement_id = 0] = await announce(app, await anAdmin(app.db), house, {
    first_round: 45,
  });
  const undone = transaction(app.db, async (tx) => {
    await sql`delete from wallets where user_id = ${lost.id}`.execute(tx);
    await settleChunk(tx, settlement_id, 10);
  });
  await expect(undone).rejects.toThrow("has no wallet");
  await settle(app.db);
  expect(await game.balance(token)).toBe(490 + 800);
});

test("a chunk says how many milliseconds it took once it held its settlement", async () => {
  const { house, player, token, admin } = await game.aTable();
  await game.place(token, house.id, [play.direct(45, 10)]);
  await evening();
  const [settlement_id = 0] = await announce(app, await anAdmin(app.db), house, {
    first_round: 45,
  });
  const wallet = await holdWallet(app.db, player);
  // In milliseconds, by the clock that the chunk reads.
  const now = async () => {
    const { rows } = await sql<{ ms: number }>`
      select extract(epoch from clock_timestamp())::double precision * 1000 as ms
    `.execute(app.db);
    return theRow(rows).ms;
  };
  const { chunk, began } = await transaction(app.db, async (tx) => {
    await sql`select from settlements where id = ${settlement_id} for update`.execute(tx);
    const waiting = settleChunk(app.db, settlement_id, 10);
    await untilWaiting(app.db, 1);
    return { chunk: waiting, began: await now() };
  });
  await wallet.untilWaitedForBy(chunk);
  const held = await now();
  await wait(20);
  const least_ms = (await now()) - held;
  await wallet.letGo();
  const { took_ms } = await chunk;
  expect(took_ms).toBeGreaterThan(least_ms);
  expect(took_ms).toBeLessThan((await now()) - began);
  await settle(app.db);
  expect(await progressOf(admin, house.id)).toMatchObject({ is_complete: true });
});

const statusesOf = async (token: string): Promise<string[]> =>
  (await app.ask("GET /orders", { as: token })).map(({ status }) => status);

async function progressOf(admin: string, house_id: number) {
  const query = { house_id: String(house_id) };
  const [result] = await app.ask("GET /results", { as: admin, query });
  return result?.settlement;
}
