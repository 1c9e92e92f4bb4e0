import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "../db/transaction.ts";
import { createDefaultPaymentMethods } from "../payments/methods.ts";
import { voidResult } from "../results/void.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, gameOf, play, TOMORROW } from "../testing/game.ts";
import { aHouse, anAdmin, aPlayer, setClock } from "../testing/makers.ts";
import { auditBooks, checkBooks } from "./books.ts";

const app = useApp();
const game = gameOf(app);
let admin = "";

/**
 * Orders that won, lost, were cancelled and are pending; an approved withdrawal; a win of a voided
 * result, half of which the player owes.
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
}

beforeEach(() => expectBooksToBalance(app.db));

const PLAYS = "the plays of every order add up, with distinct selections and positive stakes";

/** A change that breaks each invariant; it may break others too. */
const breaks: Record<string, string> = {
  "money in = wallets + house side + withdrawals in progress + money out":
    "update wallets set balance_paise = balance_paise + 1 where balance_paise > 0",
  "no wallet is below zero": `
    alter table wallets drop constraint wallets_balance_not_negative;
    update wallets set balance_paise = -1`,
  "every wallet is the sum of its ledger rows":
    "update wallets set balance_paise = balance_paise + 1 where balance_paise > 0",
  "every wallet equals the balance of its last ledger row":
    "update wallets set sequence = sequence - 1 where sequence > 0",
  "the ledger rows of every wallet are a gapless chain": "delete from ledger where kind = 'play'",
  "the house side equals the stakes and counts of placed and cancelled orders":
    "update house_side set staked_paise = staked_paise + 1",
  "the winnings of every order equal its ledger rows, less its debts":
    "update orders set won_paise = won_paise + 1 where won_paise > 0",
  "the house side paid what settlements paid, plus the debts of voided ones":
    "update house_side set paid_paise = paid_paise + 1",
  "the payout of every settlement equals its ledger rows":
    "update settlements set winners = winners + 1",
  "every win of a voided result is reversed or owed by its player, and no other":
    "update settlements set reversed_at = clock_now()",
  "every settlement has passed the orders that it counts, and a finished one all orders":
    "update settlements set cursor_order_id = 0, settled_orders = 0",
  "the settled parts of every draw are those with a finished settlement":
    "update draws set settled_parts = 7",
  "no order was placed or cancelled by its player after its earliest round closed":
    "update orders set created_at = created_at + interval '1 day'",
  "no order was placed or cancelled while a number of its rounds was known":
    "update orders set created_at = created_at + interval '1 day'",
  "no idempotency key was used twice within a week": `
    insert into idempotency_keys (user_id, key, request_hash, answer, created_at)
    select user_id, idempotency_key, '', '{}', created_at + interval '6 days' from orders`,
  "every order has its ledger row, draw and wallet":
    "update orders set ledger_sequence = ledger_sequence + 1",
  "every ledger row has its wallet, its order with its draw, or its payment": "delete from orders",
  "every cancelled order was refunded once, and no other order":
    "update orders set cancelled_at = null",
  "every payment moved the amount of its status":
    "update payments set status = 'rejected' where kind = 'withdrawal'",
  [PLAYS]: "update orders set total_paise = total_paise + 1",
  "the parts of every order are those of its plays": "update orders set parts = 1",
  "every order won what its plays win by the numbers of its draw, as far as settled":
    "update orders set won_paise = won_paise / 8",
  "every draw has the numbers of its published results": "update draws set first_number = 46",
  "every published part with orders has a settlement, and no other part": "delete from settlements",
  "no settlement is unfinished after ten minutes": `
    update settlements set finished_at = null, started_at = clock_now() - interval '11 minutes'`,
};

test("every invariant has a change above that breaks it", async () => {
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

/** Changes that break only one invariant and leave all sums as they were. */
const unnoticed_by_others: [what: string, name: string, damage: string][] = [
  [
    "a lost order that was refunded",
    "no order was placed or cancelled while a number of its rounds was known",
    `with back as (
      update orders
      set cancelled_at = clock_now() + interval '1 second', cancel_reason = 'a favour'
      where codes = '{99}'
      returning *
    ),
    wallet as (
      update wallets w
      set balance_paise = w.balance_paise + b.total_paise, sequence = w.sequence + 1
      from back b
      where w.user_id = b.user_id
      returning w.*
    ),
    side as (
      update house_side s
      set refunded_paise = s.refunded_paise + b.total_paise, refunded_orders = refunded_orders + 1
      from back b
      where s.draw_id = b.draw_id and s.lane = -2
    )
    insert into ledger (
      user_id, sequence, kind, amount_paise, balance_after_paise, draw_id, order_id
    )
    select w.user_id, w.sequence, 'refund', b.total_paise, w.balance_paise, b.draw_id, b.id
    from back b
    cross join wallet w`,
  ],
  [
    "an order placed in a reopened round, whose number was known",
    "no order was placed or cancelled while a number of its rounds was known",
    `update draws
    set
      first_closes_at = first_closes_at + interval '1 day',
      second_closes_at = second_closes_at + interval '1 day';
    update orders set created_at = clock_now() + interval '1 second' where codes = '{99}'`,
  ],
  [
    "a debt of another player",
    "every win of a voided result is reversed or owed by its player, and no other",
    "update debts set user_id = user_id - 1",
  ],
  [
    "a ledger row of another draw",
    "every ledger row has its wallet, its order with its draw, or its payment",
    "update ledger set draw_id = draw_id + 1 where kind = 'win'",
  ],
  [
    "a negative stake that another stake of the order makes up for",
    PLAYS,
    "update orders set codes = '{98, 99}', stakes_paise = '{2000, -1000}' where codes = '{99}'",
  ],
];

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
