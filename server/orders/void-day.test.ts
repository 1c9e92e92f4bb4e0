import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CannotStart } from "../cannot-start.ts";
import { holdWallet } from "../proof/scene.ts";
import { voidResult } from "../results/void.ts";
import { appOn, useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, gameOf, play, TODAY, TOMORROW } from "../testing/game.ts";
import { aHouse, anAdmin, setClock } from "../testing/makers.ts";
import { untilWaiting } from "../testing/waiting.ts";
import { voidDay } from "./void-day.ts";

const app = useApp();
const game = gameOf(app);
const second = gameOf(appOn(app));

app.expectDeadlocks(0);

beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

const CLOSED = at("20:00");
const BOTH = [play.direct(45, 30), play.ending(1, 10, "second"), play.forecast(4, 5)];
const voidToday = (house_id: number) => voidDay(app.db, house_id, TODAY, "No archery: rain");

/** Some players with ₹100 who have placed an order of ₹50 each. */
async function aDay(players: number) {
  const house = await aHouse(app.db);
  const placed = await Promise.all(
    Array.from({ length: players }, async () => {
      const { token } = await game.aPlayerWith(100);
      return { token, order: await game.place(token, house.id, BOTH) };
    }),
  );
  return { house, placed };
}

const stateOf = async (token: string, order_id: number) => {
  const { status, cancel_reason } = await game.order(token, order_id);
  return { status, cancel_reason, balance: await game.balance(token) };
};
const VOIDED = { status: "cancelled", cancel_reason: "No archery: rain", balance: 100 };

describe("a day of a house that is voided", () => {
  test("returns the stake of every order once, and tells its player why", async () => {
    const { house, placed } = await aDay(3);
    await setClock(app.db, CLOSED);
    const told = { house_name: house.name, standing: 0 };
    expect(await voidToday(house.id)).toEqual({ ...told, voided: 3, refunded_paise: 150_00 });
    expect(await voidToday(house.id)).toEqual({ ...told, voided: 0, refunded_paise: 0 });
    for (const { token, order } of placed) {
      expect(await stateOf(token, order.id)).toEqual(VOIDED);
      const { notifications } = await app.ask("GET /notifications", { as: token });
      expect(notifications).toMatchObject([
        { kind: "order_voided", params: { order_id: order.id, reason: "No archery: rain" } },
      ]);
    }
  });

  test("keeps orders of other days and houses, and cancelled ones as they are", async () => {
    const { house, placed } = await aDay(1);
    const other = await aHouse(app.db);
    const { token } = await game.aPlayerWith(200);
    const kept = [
      await game.place(token, house.id, BOTH, { play_date: TOMORROW }),
      await game.place(token, other.id, BOTH),
    ];
    const cancelled = await game.place(token, house.id, BOTH);
    await app.ask("POST /orders/{id}/cancel", { as: token, params: { id: String(cancelled.id) } });
    await setClock(app.db, CLOSED);
    expect(await voidToday(house.id)).toMatchObject({ voided: placed.length, standing: 0 });
    for (const { id } of kept) expect((await game.order(token, id)).cancel_reason).toBe(null);
    expect(await stateOf(token, cancelled.id)).toMatchObject({ cancel_reason: null, balance: 100 });
  });

  test("may have more orders than are read at once", async () => {
    const { house, token } = await game.aTable(1_010);
    for (let n = 0; n < 101; n += 1) await game.place(token, house.id, [play.direct(7)]);
    await setClock(app.db, CLOSED);
    expect(await voidToday(house.id)).toMatchObject({ voided: 101, refunded_paise: 1_010_00 });
    expect(await game.balance(token)).toBe(1_010);
  });

  test("is voided once by two operators at once", async () => {
    const { house, placed } = await aDay(6);
    await setClock(app.db, CLOSED);
    const done = await Promise.all([voidToday(house.id), voidToday(house.id)]);
    expect(done.reduce((sum, { voided }) => sum + voided, 0)).toBe(6);
    for (const { token, order } of placed) {
      expect(await stateOf(token, order.id)).toEqual(VOIDED);
    }
  });

  test("is voided for forecasts and other orders of which no play is decided", async () => {
    const { house, token, admin } = await game.aTable(100);
    const lost = await game.place(token, house.id, [play.direct(7, 50)]);
    const forecast = await game.place(token, house.id, [play.forecast(4, 5, 20)]);
    const late = await game.place(token, house.id, [play.direct(7, 30, "second")]);
    await setClock(app.db, CLOSED);
    await game.publish(admin, house.id, { first_round: 45 });
    const expected = { voided: 2, refunded_paise: 50_00, standing: 1 };
    expect(await voidToday(house.id)).toMatchObject(expected);
    const standing = { status: "lost", cancel_reason: null, balance: 50 };
    expect(await stateOf(token, lost.id)).toEqual(standing);
    for (const { id } of [forecast, late]) {
      expect(await stateOf(token, id)).toEqual({ ...VOIDED, balance: 50 });
    }
  });

  test("and published at the same time refunds or pays each order, never both", async () => {
    const { house, placed } = await aDay(12);
    await setClock(app.db, CLOSED);
    const admin = await app.signIn(await anAdmin(app.db));
    const numbers = { first_round: 45, second_round: 2 };
    const [{ voided, standing }] = await Promise.all([
      voidToday(house.id),
      second.publish(admin, house.id, numbers),
    ]);
    expect(voided + standing).toBe(12);
    const states = await Promise.all(placed.map((one) => stateOf(one.token, one.order.id)));
    const paid = { status: "won", cancel_reason: null, balance: 50 + 30 * 80 };
    for (const state of states) expect([VOIDED, paid]).toContainEqual(state);
    expect(states.filter(({ status }) => status === "won")).toHaveLength(standing);
  });
});

describe("an order of which only one number is published", () => {
  /** A day with orders of ₹50, of which ₹30 are on the first round, and its number. */
  async function aHalfDay(players: number) {
    const day = await aDay(players);
    const admin = await app.signIn(await anAdmin(app.db));
    await setClock(app.db, CLOSED);
    return { ...day, admin };
  }

  test("keeps the plays that it decides; the others are a voided order of their own", async () => {
    const { house, placed, admin } = await aHalfDay(2);
    await game.publish(admin, house.id, { first_round: 45 });
    const told = { house_name: house.name, standing: 2 };
    expect(await voidToday(house.id)).toEqual({ ...told, voided: 2, refunded_paise: 40_00 });
    expect(await voidToday(house.id)).toEqual({ ...told, voided: 0, refunded_paise: 0 });
    for (const { token, order } of placed) {
      const { created_at, numbers } = order;
      const [split, kept, ...others] = await app.ask("GET /orders", { as: token });
      expect(others).toEqual([]);
      const { direct, ending, forecast } = numbers;
      expect(kept).toMatchObject({
        id: order.id,
        created_at,
        status: "won",
        total_amount: 30,
        winning_amount: 2_400,
        numbers: { direct: [{ ...direct[0], won: 2_400 }], ending: [], forecast: [] },
      });
      expect(split).toMatchObject({
        status: "cancelled",
        cancel_reason: "No archery: rain",
        created_at,
        total_amount: 20,
        winning_amount: 0,
        numbers: { direct: [], ending, forecast },
      });
      const { transactions } = await app.ask("GET /wallet/transactions", { as: token });
      expect(transactions.slice(0, 3)).toMatchObject([
        { type: "refund", amount: 20, order_id: split?.id, balance_after: 50 + 2_400 + 20 },
        { type: "win", amount: 2_400, order_id: order.id },
        { type: "play", amount: -50, order_id: order.id },
      ]);
      const { notifications } = await app.ask("GET /notifications", { as: token });
      expect(notifications.find(({ kind }) => kind === "order_voided")).toMatchObject({
        params: { order_id: split?.id, amount: 20, reason: "No archery: rain" },
      });
      const query = { subject_kind: "order", subject_id: String(split?.id) } as const;
      const { entries } = await app.ask("GET /admin/audit", { as: admin, query });
      expect(entries).toMatchObject([
        { action: "order_voided", admin: null, after: { split_from: order.id, amount: 20 } },
      ]);
    }
  });

  test("keeps the plays of the second round if only that was shot", async () => {
    const { house, placed, admin } = await aHalfDay(1);
    await game.publish(admin, house.id, { second_round: 21 });
    expect(await voidToday(house.id)).toMatchObject({ voided: 1, refunded_paise: 40_00 });
    for (const { token, order } of placed) {
      const balance = 50 + 40 + 10 * 10;
      const expected = { status: "won", cancel_reason: null, balance };
      expect(await stateOf(token, order.id)).toEqual(expected);
    }
  });

  test("is split while the settlement of that number goes on, and paid", async () => {
    const { house, player, token, admin } = await game.aTable(100);
    const { id } = await game.place(token, house.id, BOTH);
    await setClock(app.db, CLOSED);
    const wallet = await holdWallet(app.db, player);
    const publishing = second.publish(admin, house.id, { first_round: 45 });
    await wallet.untilWaitedForBy(publishing);
    const voiding = voidToday(house.id);
    await untilWaiting(app.db, 2);
    await wallet.letGo();
    await publishing;
    expect(await voiding).toMatchObject({ voided: 1, refunded_paise: 20_00, standing: 1 });
    const expected = { status: "won", cancel_reason: null, balance: 50 + 2_400 + 20 };
    expect(await stateOf(token, id)).toEqual(expected);
  });

  test("is split or paid for the other number, if that is published at the same time", async () => {
    const { house, placed, admin } = await aHalfDay(12);
    await game.publish(admin, house.id, { first_round: 4 });
    const [{ voided }] = await Promise.all([
      voidToday(house.id),
      second.publish(admin, house.id, { second_round: 5 }),
    ]);
    const balances = await Promise.all(placed.map(({ token }) => game.balance(token)));
    const paid = 50 + 400 * 10;
    for (const balance of balances) expect([50 + 20, paid]).toContain(balance);
    expect(balances.filter((balance) => balance !== paid)).toHaveLength(voided);
  });

  test("returns the rest of its stakes if that number is taken back", async () => {
    const { house, placed, admin } = await aHalfDay(1);
    const { id } = await game.publish(admin, house.id, { first_round: 45 });
    await voidToday(house.id);
    await voidResult(app.db, id, "It was yesterday's");
    expect(await voidToday(house.id)).toMatchObject({ voided: 1, refunded_paise: 30_00 });
    for (const { token, order } of placed) {
      expect(await stateOf(token, order.id)).toEqual(VOIDED);
    }
  });

  test("wins nothing by what was returned if the other number is published after all", async () => {
    const { house, placed, admin } = await aHalfDay(1);
    await game.publish(admin, house.id, { first_round: 4 });
    await voidToday(house.id);
    const { settlement } = await game.publish(admin, house.id, { second_round: 5 });
    expect(settlement).toMatchObject({ is_complete: true, winners: 0, paid: 0 });
    for (const { token, order } of placed) {
      const expected = { status: "lost", cancel_reason: null, balance: 70 };
      expect(await stateOf(token, order.id)).toEqual(expected);
    }
  });

  test("cannot be repeated under its key as it was", async () => {
    const { house, token, admin } = await game.aTable(100);
    const key = randomUUID();
    await game.place(token, house.id, BOTH, { key });
    await setClock(app.db, CLOSED);
    await game.publish(admin, house.id, { first_round: 45 });
    await voidToday(house.id);
    await expect(game.place(token, house.id, BOTH, { key })).rejects.toThrow(
      "idempotency_conflict",
    );
  });
});

describe("a day of a house is not voided", () => {
  test("while the house takes plays; once it is deactivated, it is", async () => {
    const { house, placed } = await aDay(1);
    const voiding = voidToday(house.id);
    await expect(voiding).rejects.toThrow(CannotStart);
    await expect(voiding).rejects.toThrow(`${house.name} still takes plays for ${TODAY}`);
    for (const { token } of placed) expect(await game.balance(token)).toBe(50);
    const admin = await app.signIn(await anAdmin(app.db));
    const params = { id: String(house.id) };
    await app.ask("PUT /houses/{id}", { as: admin, params, body: { is_active: false } });
    expect(await voidToday(house.id)).toMatchObject({ voided: 1 });
  });

  test("while only its second round is open", async () => {
    const { house, placed } = await aDay(1);
    await setClock(app.db, at("16:00"));
    await expect(voidToday(house.id)).rejects.toThrow(CannotStart);
    for (const { token } of placed) expect(await game.balance(token)).toBe(50);
  });

  test("any further once the house takes plays again", async () => {
    const house = await aHouse(app.db);
    const [first, later] = [await game.aPlayerWith(100), await game.aPlayerWith(100)];
    await game.place(first.token, house.id, BOTH);
    const activate = (is_active: boolean) =>
      sql`update houses set is_active = ${is_active} where id = ${house.id}`.execute(app.db);
    await activate(false);
    const wallet = await holdWallet(app.db, first);
    const voiding = voidToday(house.id);
    await wallet.untilWaitedForBy(voiding);
    await activate(true);
    const { id } = await game.place(later.token, house.id, BOTH);
    await wallet.letGo();
    await expect(voiding).rejects.toThrow(CannotStart);
    expect(await game.balance(first.token)).toBe(100);
    expect((await game.order(later.token, id)).status).toBe("pending");
  });

  test("without any orders", async () => {
    const house = await aHouse(app.db);
    await expect(voidToday(house.id)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("npm run void-orders", () => {
  const main = fileURLToPath(new URL("void-orders-main.ts", import.meta.url));
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ["--import", "tsx", main, ...args], {
      env: { PATH: process.env["PATH"], DATABASE_URL: app.url, LOG_LEVEL: "silent" },
    });

  test("prints what was voided", async () => {
    const { house } = await aDay(2);
    await setClock(app.db, CLOSED);
    const { stdout } = await run(String(house.id), TODAY, "--reason", "No archery: rain");
    expect(stdout).toBe(`Orders voided (${house.name}, ${TODAY}): 2. Refunded: ₹100.00.\n`);
  });

  test.each([
    [["1", "2026-02-30", "--reason", "Rain"], /^Usage: npm run void-orders/],
    [["999999", TODAY, "--reason", "Rain"], /^There are no orders of a house with this id/],
  ])("refuses %j in a sentence", async (args, sentence) => {
    await expect(run(...args)).rejects.toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(sentence),
    });
  });
});
