import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CannotStart } from "../cannot-start.ts";
import { holdWallet } from "../proof/scene.ts";
import { appOn, useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, gameOf, play, TODAY, TOMORROW } from "../testing/game.ts";
import { aHouse, anAdmin, setClock } from "../testing/makers.ts";
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

  test("keeps orders that a published number decides, and says how many", async () => {
    const { house, placed } = await aDay(2);
    const { token } = await game.aPlayerWith(100);
    const late = await game.place(token, house.id, [play.direct(7, 50, "second")]);
    await setClock(app.db, CLOSED);
    const admin = await app.signIn(await anAdmin(app.db));
    await game.publish(admin, house.id, { first_round: 45 });
    expect(await voidToday(house.id)).toMatchObject({ voided: 1, standing: 2 });
    expect(await stateOf(token, late.id)).toEqual(VOIDED);
    for (const one of placed) {
      const expected = { status: "confirmed", cancel_reason: null, balance: 50 + 30 * 80 };
      expect(await stateOf(one.token, one.order.id)).toEqual(expected);
    }
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
