import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "../db/transaction.ts";
import { createDefaultPaymentMethods } from "../payments/methods.ts";
import { voidResult } from "../results/void.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { breaks, PLAYS, unnoticed_by_others } from "../testing/broken-books.ts";
import { at, gameOf, play, TOMORROW } from "../testing/game.ts";
import { aHouse, anAdmin, aPlayer, setClock } from "../testing/makers.ts";
import { auditBooks, checkBooks } from "./books.ts";

const app = useApp();
const game = gameOf(app);
let admin = "";

/**
 * Orders that won, lost, were cancelled and are pending; an approved withdrawal; a win of a voided
 * result, half of which the player owes, and which was then paid again.
 */
beforeAll(async () => {
  await setClock(app.db, at("13:00"));
  await createDefaultPaymentMethods(app.db, "demo");
  const house = await aHouse(app.db);
  admin = await app.signIn(await anAdmin(app.db));
  const token = await app.signIn(await aPlayer(app.db, { balance: 1_000 }));
  await game.place(token, house.id, [play.direct(45, 10), play.forecast(45, 7, 10)]);
  await game.place(token, house.id, [play.direct(99, 10)]);
  await game.place(token, house.id, [play.direct(46, 10)], { play_date: TOMORROW });
  const { id } = await game.place(token, house.id, [play.ending(1, 20)]);
  await app.ask("POST /orders/{id}/cancel", { as: token, params: { id: String(id) } });
  const withdrawal = await app.ask("POST /wallet/withdraw", {
    as: token,
    body: { amount: 100, account_details: { account_type: "upi", upi_id: "player@bank" } },
  });
  await app.ask("POST /admin/payments/{id}/approve", {
    as: admin,
    params: { id: String(withdrawal.id) },
  });
  await setClock(app.db, at("21:00"));
  await game.publish(admin, house.id, { first_round: 45, second_round: 7 });
  await oweHalfOfAWin();
});

async function oweHalfOfAWin(): Promise<void> {
  await setClock(app.db, at("13:00"));
  const house = await aHouse(app.db);
  const token = await app.signIn(await aPlayer(app.db, { balance: 10 }));
  await game.place(token, house.id, [play.direct(45, 10)]);
  await setClock(app.db, at("21:00"));
  const { id } = await game.publish(admin, house.id, { first_round: 45 });
  await game.place(token, house.id, [play.direct(45, 400)], { play_date: TOMORROW });
  await voidResult(app.db, id, "a mistake");
  await game.publish(admin, house.id, { first_round: 45 });
}

beforeEach(() => expectBooksToBalance(app.db));

test("every invariant has a change that breaks it", async () => {
  const names = (await checkBooks(app.db)).map(({ name }) => name);
  expect(Object.keys(breaks)).toEqual(names);
});

test.each(Object.entries(breaks))("the books notice when '%s' is broken", async (name, damage) => {
  expect(await brokenBy(damage)).toContain(name);
});

/** The invariants that some statements break; the statements are rolled back. */
async function brokenBy(damage: string): Promise<string[]> {
  let broken: string[] = [];
  const rolled_back = transaction(app.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const statement of damage.split(";")) await sql.raw(statement).execute(tx);
    const lines = await checkBooks(tx);
    broken = lines.filter(({ holds }) => !holds).map(({ name }) => name);
    throw new Error("roll back");
  });
  await expect(rolled_back).rejects.toThrow("roll back");
  return broken;
}

test.each(["refunded_paise", "placed_orders", "refunded_orders"])(
  "the books notice a wrong %s of the house side",
  async (column) => {
    const name = "the house side equals the stakes and counts of placed and cancelled orders";
    expect(await brokenBy(`update house_side set ${column} = ${column} + 1`)).toContain(name);
  },
);

test.each(unnoticed_by_others)("the books notice %s", async (_what, name, damage) => {
  expect(await brokenBy(damage)).toEqual([name]);
});

test("the books notice an order with the same selection twice", async () => {
  const twice = "update orders set codes = array_fill(codes[1], array[cardinality(codes)])";
  expect(await brokenBy(twice)).toContain(PLAYS);
});

test("the books notice a null among an order's plays", async () => {
  const lost = "update orders set codes = array_replace(codes, codes[1], null)";
  expect(await brokenBy(lost)).toContain(PLAYS);
});

test.each([
  ["{99}", -1],
  ["{99}", 32_000],
  ["{99}", 240],
  ["{99}", 999],
  ["{46}", 11_000],
])("the books notice an order of %s with the invalid code %i", async (was, code) => {
  const wrong = `update orders set codes = '{${code}}' where codes = '${was}'`;
  expect(await brokenBy(wrong)).toEqual(["the parts of every order are those of its plays"]);
});

test("the books notice an order without plays", async () => {
  const broken = await brokenBy("update orders set codes = '{}', stakes_paise = '{}'");
  expect(broken).toContain(PLAYS);
  expect(broken).toContain("the parts of every order are those of its plays");
});

test("the books notice two orders with the same key", async () => {
  const same = `
    update orders set idempotency_key = '00000000-0000-7000-8000-000000000001'
    where id in (select min(id) from orders group by play_date)`;
  expect(await brokenBy(same)).toContain("no idempotency key was used twice within a week");
});

test("the books notice winnings that do not follow from the order's own rates", async () => {
  const name = "every order won what its plays win by the numbers of its draw, as far as settled";
  const version = "update orders set rates_version = 2";
  const doubled = "insert into rates select 2, bet_type, 2 * multiplier from rates";
  expect(await brokenBy(version)).toContain(name);
  expect(await brokenBy(`${doubled}; ${version}`)).toContain(name);
  expect(
    await brokenBy(`${doubled}; ${version}; update orders set won_paise = 2 * won_paise`),
  ).not.toContain(name);
});

test("concurrent requests for the books share one check", async () => {
  const [one, other] = await Promise.all([auditBooks(app.context), auditBooks(app.context)]);
  expect(other).toBe(one);
  expect(await auditBooks(app.context)).not.toBe(one);
});

test("an admin sees a line for each invariant, and whether all hold", async () => {
  const { holds, lines } = await app.ask("GET /admin/books", { as: admin });
  expect(holds).toBe(true);
  expect(lines.map(({ name, figure }) => [name, figure])).toEqual(
    Object.keys(breaks).map((name) => [name, 0]),
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
