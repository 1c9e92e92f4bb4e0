import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { wholeRupees } from "../../contract/money.ts";
import type { Order } from "../../contract/orders/schemas.ts";
import { updateHouse } from "../houses/service.ts";
import { approvePayment, rejectPayment, requestDeposit } from "../payments/service.ts";
import { createDefaultPaymentMethods } from "../payments/methods.ts";
import { voidResult } from "../results/void.ts";
import { appOn, type TestApp, useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, play, TODAY, TOMORROW } from "../testing/game.ts";
import { actorOf, aHouse, anAdmin, aPlayer, type Player, setClock } from "../testing/makers.ts";
import { untilWaiting } from "../testing/waiting.ts";
import { balanceOf, cancel, holdWallet, outcomeOf, place, publish, withdraw } from "./scene.ts";

const app = useApp();
const second_process = appOn(app);
const processOf = (n: number): TestApp => (n % 2 ? second_process : app);

beforeAll(() => createDefaultPaymentMethods(app.db, "demo"));
beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

const deposit = (process: TestApp, player: Player, rupees: number, key: string = randomUUID()) =>
  requestDeposit(
    process.context,
    player.id,
    { amount: wholeRupees(rupees), payment_method: 1, reference: null },
    key,
  );

/** Sends ten approvals and ten rejections at once to two processes; returns the decision. */
async function decideTwentyTimes(payment_id: number) {
  const admin = await anAdmin(app.db);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, n) => {
      const { context } = processOf(Math.trunc(n / 2));
      return outcomeOf(
        n % 2
          ? approvePayment(context, actorOf(admin), payment_id)
          : rejectPayment(context, actorOf(admin), payment_id, { reason: "no such payment" }),
      );
    }),
  );
  const decided = outcomes.flatMap(({ answer }) => (answer ? [answer.status] : []));
  const refused = outcomes.flatMap((outcome) => outcome.refused ?? []);
  expect(refused).toEqual(Array.from({ length: 19 }, () => "payment_decided"));
  expect(decided).toHaveLength(1);
  return decided[0];
}

describe("a payment request that is approved and rejected at once is decided only once", () => {
  test("a deposit is credited if the approval was first", async () => {
    const player = await aPlayer(app.db);
    const { id } = await deposit(app, player, 300);
    const decided = await decideTwentyTimes(id);
    expect(await balanceOf(app, player)).toBe(decided === "approved" ? 300 : 0);
  });

  test("a withdrawal is refunded if the rejection was first", async () => {
    const player = await aPlayer(app.db, { balance: 300 });
    const { id } = await withdraw(app, player, 300);
    const decided = await decideTwentyTimes(id);
    expect(await balanceOf(app, player)).toBe(decided === "approved" ? 0 : 300);
  });
});

test("of an approval and a rejection in flight at once, exactly one is refused", async () => {
  const [player, admin] = [await aPlayer(app.db), await anAdmin(app.db)];
  const { id } = await deposit(app, player, 300);
  const wallet = await holdWallet(app.db, player);
  const approving = outcomeOf(approvePayment(app.context, actorOf(admin), id));
  await wallet.untilWaitedForBy(approving);
  const rejecting = outcomeOf(
    rejectPayment(second_process.context, actorOf(admin), id, { reason: "no such payment" }),
  );
  await untilWaiting(app.db, 2);
  await wallet.letGo();
  const outcomes = await Promise.all([approving, rejecting]);
  expect(outcomes.flatMap(({ refused }) => refused ?? [])).toEqual(["payment_decided"]);
  expect(await balanceOf(app, player)).toBe(outcomes[0].answer ? 300 : 0);
});

test("winners who withdraw while the result is taken back owe what they withdrew", async () => {
  const [house, admin] = [await aHouse(app.db), await anAdmin(app.db)];
  const winners = await Promise.all(
    Array.from({ length: 20 }, () => aPlayer(app.db, { balance: 100 })),
  );
  for (const winner of winners) await place(app, winner, house, [play.direct(7, 100)]);
  await setClock(app.db, at("15:00"));
  const result_id = await publish(app, admin, house, { first_round: 7 });
  const withdrawing = winners.map((winner, n) =>
    outcomeOf(withdraw(processOf(n), winner, n % 3 ? 8_000 : 3_000)),
  );
  const [withdrawn] = await Promise.all([
    Promise.all(withdrawing),
    voidResult(second_process.db, result_id, "a mistake"),
  ]);
  for (const [n, winner] of winners.entries()) {
    const { answer, refused } = withdrawn[n] ?? {};
    if (!answer) expect(refused).toBe("insufficient_balance");
    expect(await balanceOf(app, winner)).toBe(0);
    expect(await debtOf(winner)).toBe(answer?.amount ?? 0);
  }
});

async function debtOf(player: Player): Promise<number> {
  const { rows } = await sql<{ rupees: number }>`
    select coalesce(sum(amount_paise), 0)::bigint / 100 as rupees
    from debts
    where user_id = ${player.id}
  `.execute(app.db);
  return rows[0]?.rupees ?? Number.NaN;
}

test("a result that is taken back and published again at once is never paid twice", async () => {
  const [house, admin] = [await aHouse(app.db), await anAdmin(app.db)];
  const player = await aPlayer(app.db, { balance: 100 });
  await place(app, player, house, [play.direct(7)]);
  await setClock(app.db, at("15:00"));
  for (let times = 0; times < 5; times += 1) {
    const result_id = await publish(app, admin, house, { first_round: 7 });
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        outcomeOf<unknown>(
          n % 2
            ? voidResult(processOf(Math.trunc(n / 2)).db, result_id, "a mistake")
            : publish(processOf(Math.trunc(n / 2)), admin, house, { first_round: 8 }),
        ),
      ),
    );
    const refused = outcomes.flatMap((outcome) => outcome.refused ?? []);
    expect(["round_has_result", "not_found"]).toEqual(expect.arrayContaining(refused));
    await clearRound(house.id);
    expect(await balanceOf(app, player)).toBe(90);
  }
});

/** Takes back every published result of the house. */
async function clearRound(house_id: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from results
    where house_id = ${house_id} and published_at is not null and voided_at is null
  `.execute(app.db);
  for (const { id } of rows) await voidResult(app.db, id, "the next try");
}

test("thirty deposits of a player at once on two processes: only twenty are accepted", async () => {
  const player = await aPlayer(app.db);
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, (_, n) => outcomeOf(deposit(processOf(n), player, 500))),
  );
  const refused = outcomes.flatMap((outcome) => outcome.refused ?? []);
  expect(refused).toEqual(Array.from({ length: 10 }, () => "too_many_deposits"));
});

describe("a house that is edited while orders are placed", () => {
  test("keeps the closing time that the first order received", async () => {
    const [house, admin] = [await aHouse(app.db), await anAdmin(app.db)];
    const players = await Promise.all(
      Array.from({ length: 12 }, () => aPlayer(app.db, { balance: 1_000 })),
    );
    const placing = players.map(async (player, n) => {
      const orders: Order[] = [];
      for (let m = 0; m < 10; m += 1) {
        orders.push(await place(processOf(n), player, house, [play.direct(m)]));
      }
      return orders;
    });
    const editing = Array.from({ length: 20 }, (_, n) =>
      updateHouse(processOf(n).context, actorOf(admin), house.id, {
        first_round_time: n % 2 ? "2:30 PM" : "4:00 PM",
      }),
    );
    const [orders] = await Promise.all([Promise.all(placing), Promise.all(editing)]);
    const closings = new Set(orders.flat().map(({ closes_at }) => closes_at));
    const { rows } = await sql<{ first_closes_at: string }>`
      select first_closes_at from draws where house_id = ${house.id} and play_date = ${TODAY}
    `.execute(app.db);
    expect([...closings]).toEqual([rows[0]?.first_closes_at]);
  });

  test("accepts no order below its new minimum, and none once it is inactive", async () => {
    const [house, admin] = [await aHouse(app.db), await anAdmin(app.db)];
    const players = await Promise.all(
      Array.from({ length: 12 }, () => aPlayer(app.db, { balance: 100_000 })),
    );
    let limit = 10;
    let is_active = true;
    const editing = (async () => {
      for (const min_play of [20, 30, 40]) {
        await updateHouse(app.context, actorOf(admin), house.id, { min_play });
        limit = min_play;
      }
      await updateHouse(app.context, actorOf(admin), house.id, { is_active: false });
      is_active = false;
    })();
    const placing = players.map(async (player, n) => {
      for (let is_over = false; !is_over;) {
        const [limit_before, active_before] = [limit, is_active];
        is_over = !active_before;
        const stake = 10 + 10 * (n % 4);
        const outcome = await outcomeOf(
          place(processOf(n), player, house, [play.direct(7, stake)]),
        );
        if (!active_before) expect(outcome).toEqual({ refused: "house_inactive" });
        else if (stake < limit_before) expect(outcome.answer).toBeUndefined();
      }
    });
    await Promise.all([editing, ...placing]);
    expect(is_active).toBe(false);
  });
});

describe("twenty requests at once with one idempotency key, on two processes,", () => {
  const sendTwenty = <T>(send: (process: TestApp) => Promise<T>) =>
    Promise.all(Array.from({ length: 20 }, (_, n) => send(processOf(n))));

  test("place one order", async () => {
    const [house, player, key] = [
      await aHouse(app.db),
      await aPlayer(app.db, { balance: 100 }),
      randomUUID(),
    ];
    const orders = await sendTwenty((process) =>
      place(process, player, house, [play.direct(7)], { key }),
    );
    for (const order of orders) expect(order).toEqual(orders[0]);
    expect(await balanceOf(app, player)).toBe(90);
  });

  test("cancel one order, once", async () => {
    const [house, player, key] = [
      await aHouse(app.db),
      await aPlayer(app.db, { balance: 100 }),
      randomUUID(),
    ];
    const order = await place(app, player, house, [play.direct(7)]);
    const replies = await sendTwenty((process) => cancel(process, player, order, key));
    for (const reply of replies) expect(reply).toEqual(replies[0]);
    expect(await balanceOf(app, player)).toBe(100);
  });

  test("create one deposit and one withdrawal", async () => {
    const player = await aPlayer(app.db, { balance: 1_000 });
    const [key, other_key] = [randomUUID(), randomUUID()];
    const deposits = await sendTwenty((process) => deposit(process, player, 500, key));
    const withdrawals = await sendTwenty((process) => withdraw(process, player, 200, other_key));
    expect(new Set(deposits.map(({ id }) => id)).size).toBe(1);
    expect(new Set(withdrawals.map(({ id }) => id)).size).toBe(1);
    expect(await balanceOf(app, player)).toBe(800);
  });

  test("do only one of four different actions", async () => {
    const [house, player] = [await aHouse(app.db), await aPlayer(app.db, { balance: 1_000 })];
    const order = await place(app, player, house, [play.direct(7, 100)]);
    const key = randomUUID();
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, (_, n) => processOf(n)).flatMap((process) => [
        outcomeOf(place(process, player, house, [play.direct(8, 10)], { key })),
        outcomeOf(cancel(process, player, order, key)),
        outcomeOf(withdraw(process, player, 400, key)),
        outcomeOf(deposit(process, player, 500, key)),
      ]),
    );
    const refused = outcomes.flatMap((outcome) => outcome.refused ?? []);
    expect(refused).toEqual(Array.from({ length: 15 }, () => "idempotency_conflict"));
    expect([890, 1_000, 500, 900]).toContain(await balanceOf(app, player));
  });
});

test("an idempotency key that one player has used is free for another player", async () => {
  const [house, one, other] = [
    await aHouse(app.db),
    await aPlayer(app.db, { balance: 1_000 }),
    await aPlayer(app.db, { balance: 1_000 }),
  ];
  const [key, other_key] = [randomUUID(), randomUUID()];
  await place(app, one, house, [play.direct(7)], { key });
  await withdraw(second_process, other, 400, key);
  await deposit(app, one, 500, other_key);
  await place(second_process, other, house, [play.direct(7)], { key: other_key });
  expect(await balanceOf(app, one)).toBe(990);
  expect(await balanceOf(app, other)).toBe(590);
});

test.each([
  ["today", TODAY, TODAY],
  ["for tomorrow", TOMORROW, TODAY],
  ["a week ago", TODAY, "2026-11-27"],
])("a key that has placed an order %s is refused for anything else", async (_when, day, now) => {
  const [house, player, key] = [
    await aHouse(app.db),
    await aPlayer(app.db, { balance: 1_000 }),
    randomUUID(),
  ];
  const order = await place(app, player, house, [play.direct(7)], { play_date: day, key });
  await setClock(app.db, at("13:00", now));
  for (const [n, begin] of [
    (process: TestApp) => place(process, player, house, [play.direct(8)], { play_date: now, key }),
    (process: TestApp) => cancel(process, player, order, key),
    (process: TestApp) => withdraw(process, player, 400, key),
    (process: TestApp) => deposit(process, player, 500, key),
  ].entries()) {
    expect(await outcomeOf<unknown>(begin(processOf(n)))).toEqual({
      refused: "idempotency_conflict",
    });
  }
  expect(await balanceOf(app, player)).toBe(990);
});
