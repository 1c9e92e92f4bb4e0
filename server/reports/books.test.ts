import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "../db/transaction.ts";
import { createDefaultPaymentMethods } from "../payments/methods.ts";
import { voidDay } from "../orders/void-day.ts";
import { voidResult } from "../results/void.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { breaks, type Changes } from "../testing/broken-books.ts";
import { at, gameOf, play, TODAY, TOMORROW } from "../testing/game.ts";
import { aHouse, anAdmin, setClock } from "../testing/makers.ts";
import { allowed } from "../testing/sound-books.ts";
import { unnoticed_by_others } from "../testing/subtly-broken-books.ts";
import { getBooks, checkBooks } from "./books.ts";

const app = useApp();
const game = gameOf(app);
let admin = "";

/**
 * Orders of every kind of play that won, lost, were cancelled, are pending, or were placed between
 * the results of two rounds; withdrawals of every status; an order of a round that was called off;
 * a win of a voided result, half of which the player owes, and which was then paid again.
 */
beforeAll(async () => {
  await setClock(app.db, at("13:00"));
  await createDefaultPaymentMethods(app.db, "demo");
  const house = await aHouse(app.db);
  admin = await app.signIn(await anAdmin(app.db));
  const { token } = await game.aPlayerWith(1_000);
  await game.place(token, house.id, [play.direct(45, 10), play.forecast(45, 10, 10)]);
  await game.place(token, house.id, [play.direct(99, 10)]);
  for (const plays of everyKind) await game.place(token, house.id, plays);
  const { id } = await game.place(token, house.id, [play.ending(5, 20)]);
  await app.ask("POST /orders/{id}/cancel", { as: token, params: { id: String(id) } });
  // With these, both rounds pay the same: a sum of distinct payouts would be wrong.
  const more = [play.direct(45, 20), play.direct(10, 66, "second")];
  await game.place((await game.aPlayerWith(86)).token, house.id, more);
  await decideWithdrawals(token);
  await setClock(app.db, at("15:00"));
  await game.publish(admin, house.id, { first_round: 45 });
  await setClock(app.db, at("15:05"));
  await game.place(token, house.id, [play.direct(99, 10, "second")]);
  await game.place(token, house.id, [play.direct(46, 10)], { play_date: TOMORROW });
  await setClock(app.db, at("21:00"));
  await game.publish(admin, house.id, { second_round: 10 });
  await callOffARound();
  await oweHalfOfAWin();
});

/**
 * Orders with the smallest and largest number of each kind of play, and those that win with 45 and
 * 10. Stakes differ by number, so that a wrong number pays a wrong amount.
 */
const everyKind = [
  ...(["first", "second"] as const).map((round) => [
    ...[0, 10, 45, 99].map((number) => play.direct(number, 10 + number, round)),
    ...[0, 1, 4, 9].map((number) => play.house(number, 10 + number, round)),
    ...[0, 5, 9].map((number) => play.ending(number, 10 + number, round)),
  ]),
  [play.forecast(0, 0), play.forecast(99, 99)],
];

async function decideWithdrawals(token: string): Promise<void> {
  /** Requests a withdrawal and returns the options of an admin's call that decides it. */
  const toDecide = async (amount = 100) => {
    const account_details = { account_type: "upi", upi_id: "player@bank" } as const;
    const body = { amount, account_details };
    const { id } = await app.ask("POST /wallet/withdraw", { as: token, body });
    return { as: admin, params: { id: String(id) } };
  };
  await app.ask("POST /admin/payments/{id}/approve", await toDecide());
  await app.ask("POST /admin/payments/{id}/reject", {
    ...(await toDecide(110)),
    body: { reason: "not this time" },
  });
  await toDecide(130);
}

async function callOffARound(): Promise<void> {
  await setClock(app.db, at("13:00"));
  const house = await aHouse(app.db);
  const { token } = await game.aPlayerWith(60);
  const plays = [play.direct(33, 10), play.direct(10, 20, "second"), play.forecast(33, 10, 30)];
  await game.place(token, house.id, plays);
  await setClock(app.db, at("21:00"));
  await game.publish(admin, house.id, { second_round: 10 });
  await setClock(app.db, at("21:01"));
  await voidDay(app.db, house.id, TODAY, "no first round");
}

async function oweHalfOfAWin(): Promise<void> {
  await setClock(app.db, at("13:00"));
  const house = await aHouse(app.db);
  const { token } = await game.aPlayerWith(20);
  await game.place(token, house.id, [play.direct(45, 10)]);
  await game.place(token, house.id, [play.forecast(46, 10)]);
  await setClock(app.db, at("21:00"));
  const { id } = await game.publish(admin, house.id, { first_round: 45 });
  await setClock(app.db, at("21:05"));
  await game.place(token, house.id, [play.direct(45, 400)], { play_date: TOMORROW });
  await voidResult(app.db, id, "a mistake");
  await game.publish(admin, house.id, { first_round: 45 });
}

beforeEach(() => expectBooksToBalance(app.db));

const casesOf = (changes: Record<string, Changes>) =>
  Object.entries(changes).flatMap(([name, of_one]) =>
    Object.entries(of_one).flatMap(([what, change]) =>
      change.includes("±")
        ? ["+", "-"].map((sign) => ({
            name,
            what: `${what} (${sign})`,
            change: change.replaceAll("±", sign),
          }))
        : [{ name, what, change }],
    ),
  );

test("every invariant has a change that breaks it", async () => {
  const names = (await checkBooks(app.db)).map(({ name }) => name);
  expect(Object.keys(breaks)).toEqual(names);
});

test.each(casesOf(breaks))("the books notice $what ($name)", async ({ name, change }) => {
  expect(await brokenBy(change)).toContain(name);
});

test.each(casesOf(unnoticed_by_others))("only one line of the books notices $what", async (one) => {
  expect(await brokenBy(one.change)).toEqual([one.name]);
});

test.each(casesOf(allowed))("the books allow $what", async ({ name, change }) => {
  expect(await brokenBy(change)).not.toContain(name);
});

/** The invariants that some statements break; the statements are rolled back. */
async function brokenBy(change: string): Promise<string[]> {
  let broken: string[] = [];
  const rolled_back = transaction(app.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const statement of change.split(";")) await sql.raw(statement).execute(tx);
    const lines = await checkBooks(tx);
    broken = lines.filter(({ holds }) => !holds).map(({ name }) => name);
    throw new Error("roll back");
  });
  await expect(rolled_back).rejects.toThrow("roll back");
  return broken;
}

test("concurrent requests for the books share one check", async () => {
  const [one, other] = await Promise.all([getBooks(app.context), getBooks(app.context)]);
  expect(other).toBe(one);
  expect(await getBooks(app.context)).not.toBe(one);
});

test("an admin sees a line for each invariant, and whether all hold", async () => {
  const { holds, checked_at, lines } = await app.ask("GET /admin/books", { as: admin });
  expect(holds).toBe(true);
  expect(Date.parse(checked_at)).toBe(Date.parse(at("21:05")));
  expect(lines.map(({ name, figure, unit }) => [name, figure, unit])).toEqual(
    Object.keys(breaks).map((name, index) => [name, 0, index === 0 ? "paise" : "rows"]),
  );
  expect(new Set(lines.map(({ code }) => code)).size).toBe(lines.length);
});

test("an admin sees where the money is", async () => {
  const { money } = await app.ask("GET /admin/books", { as: admin });
  const { rows } = await sql<{ wallets: number }>`
    select sum(balance_paise)::float / 100 as wallets from wallets
  `.execute(app.db);
  expect(money).toMatchObject({
    money_in: 1_000 + 86 + 60 + 20,
    money_out: 100,
    withdrawals_in_progress: 130,
    ...rows[0],
  });
  // Winners were paid far more than was staked.
  expect(money.house_side).toBeLessThan(0);
  expect(money.money_in - money.money_out).toBe(
    money.wallets + money.withdrawals_in_progress + money.house_side,
  );
});

test("the check after each test names the broken invariant and its figure", async () => {
  const pay = (paise: number) =>
    sql`
      update house_side
      set paid_paise = paid_paise + ${paise}
      where lane = -1 and draw_id = (select min(draw_id) from settlements)
    `.execute(app.db);
  await pay(5);
  await expect(expectBooksToBalance(app.db)).rejects.toMatchObject({
    actual: [
      expect.stringMatching(/^money in .*: off by 5$/),
      expect.stringMatching(/^the house side paid .*: off by 1$/),
    ],
  });
  await pay(-5);
});
