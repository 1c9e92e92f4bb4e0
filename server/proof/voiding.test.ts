import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OrderWithBalance } from "../../contract/orders/schemas.ts";
import { getOrder } from "../orders/service.ts";
import { appOn, useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, play } from "../testing/game.ts";
import { aHouse, anAdmin, aPlayer, type Player, setClock } from "../testing/makers.ts";
import { untilWaiting } from "../testing/waiting.ts";
import { balanceOf, cancel, holdWallet, outcomeOf, place, publish, voidAs } from "./scene.ts";

const app = useApp();
const second_process = appOn(app);
const processOf = (n: number) => (n % 2 ? second_process : app);

app.expectDeadlocks(0);

beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

/** Two admins, and players with one order each, which wins ₹800 if the first number is 7. */
async function aScene(count: number) {
  const [house, admin, other_admin] = [
    await aHouse(app.db),
    await anAdmin(app.db),
    await anAdmin(app.db),
  ];
  const placed = await Promise.all(
    Array.from({ length: count }, async () => {
      const player = await aPlayer(app.db, { balance: 100 });
      return { player, order: await place(app, player, house, [play.direct(7)]) };
    }),
  );
  return { house, admin, other_admin, placed };
}

const theOnly = <T>([item]: readonly T[]): T => {
  if (item === undefined) throw new Error("expected one item");
  return item;
};

const readState = async (player: Player, order: OrderWithBalance) => {
  const { status, winning_amount } = await getOrder(app.context, player.id, order.id);
  return { status, winning_amount, balance: await balanceOf(app, player) };
};

const REFUNDED = { status: "cancelled", winning_amount: 0, balance: 100 };
const PAID = { status: "won", winning_amount: 800, balance: 890 };

describe("an order that is voided while its number is published", () => {
  test("is either refunded, or paid and its voiding refused", async () => {
    const { house, admin, other_admin, placed } = await aScene(24);
    await setClock(app.db, at("15:00"));
    const voiding = placed.map(async ({ player, order }, n) => {
      const { refused } = await outcomeOf(voidAs(processOf(n), other_admin, order));
      return { player, order, refused };
    });
    await publish(second_process, admin, house, { first_round: 7 });
    for (const { player, order, refused } of await Promise.all(voiding)) {
      if (refused !== undefined) expect(refused).toBe("order_not_voidable");
      expect(await readState(player, order)).toEqual(refused === undefined ? REFUNDED : PAID);
    }
  });

  test("is refunded when the voiding locks the draw first; publishing waits", async () => {
    const { house, admin, other_admin, placed } = await aScene(1);
    const { player, order } = theOnly(placed);
    await setClock(app.db, at("15:00"));
    const wallet = await holdWallet(app.db, player);
    const voiding = outcomeOf(voidAs(app, other_admin, order));
    await wallet.untilWaitedForBy(voiding);
    const publishing = publish(second_process, admin, house, { first_round: 7 });
    await untilWaiting(app.db, 2);
    await wallet.letGo();
    expect((await voiding).refused).toBeUndefined();
    await publishing;
    expect(await readState(player, order)).toEqual(REFUNDED);
  });

  test("is paid when its settlement already waits for the wallet", async () => {
    const { house, admin, other_admin, placed } = await aScene(1);
    const { player, order } = theOnly(placed);
    await setClock(app.db, at("15:00"));
    const wallet = await holdWallet(app.db, player);
    const publishing = publish(app, admin, house, { first_round: 7 });
    await wallet.untilWaitedForBy(publishing);
    const voiding = outcomeOf(voidAs(second_process, other_admin, order));
    await untilWaiting(app.db, 2);
    await wallet.letGo();
    await publishing;
    expect((await voiding).refused).toBe("order_not_voidable");
    expect(await readState(player, order)).toEqual(PAID);
  });
});

test("an order that is voided and cancelled by its player at once is refunded once", async () => {
  const { admin, placed } = await aScene(16);
  for (const { player, order } of placed) {
    const [voiding, cancelling] = await Promise.all([
      outcomeOf(voidAs(processOf(order.id), admin, order)),
      outcomeOf(cancel(processOf(order.id + 1), player, order)),
    ]);
    const refused = [voiding.refused, cancelling.refused];
    expect([
      ["order_not_voidable", undefined],
      [undefined, "order_not_pending"],
    ]).toContainEqual(refused);
    expect(await readState(player, order)).toEqual(REFUNDED);
  }
});

describe("an order that is voided several times at once on two processes is refunded once", () => {
  test("with one idempotency key: every request gets the same reply", async () => {
    const { admin, placed } = await aScene(8);
    for (const { player, order } of placed) {
      const key = randomUUID();
      const answers = await Promise.all(
        [0, 1, 2, 3].map((n) => voidAs(processOf(n), admin, order, key)),
      );
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(await readState(player, order)).toEqual(REFUNDED);
    }
  });

  test("by two admins with different keys: one of them is refused", async () => {
    const { admin, other_admin, placed } = await aScene(8);
    for (const { player, order } of placed) {
      const outcomes = await Promise.all(
        [admin, other_admin].map((actor, n) => outcomeOf(voidAs(processOf(n), actor, order))),
      );
      expect(outcomes.flatMap(({ refused }) => refused ?? [])).toEqual(["order_not_voidable"]);
      expect(await readState(player, order)).toEqual(REFUNDED);
    }
  });

  test("with one key for two orders: only one order is voided", async () => {
    const { admin, placed } = await aScene(2);
    const key = randomUUID();
    const outcomes = await Promise.all(
      placed.map(({ order }, n) => outcomeOf(voidAs(processOf(n), admin, order, key))),
    );
    expect(outcomes.flatMap(({ refused }) => refused ?? [])).toEqual(["idempotency_conflict"]);
    const balances = await Promise.all(placed.map(({ player }) => balanceOf(app, player)));
    expect(balances.toSorted((one, other) => one - other)).toEqual([90, 100]);
  });
});

test("two admins who void each other's orders at once do not deadlock", async () => {
  const house = await aHouse(app.db);
  const [one, other] = [
    await anAdmin(app.db, { balance: 1_000 }),
    await anAdmin(app.db, { balance: 1_000 }),
  ];
  for (let n = 0; n < 8; n += 1) {
    const [of_one, of_other] = await Promise.all([
      place(app, one, house, [play.direct(n)]),
      place(second_process, other, house, [play.direct(n)]),
    ]);
    await Promise.all([voidAs(app, one, of_other), voidAs(second_process, other, of_one)]);
  }
  expect([await balanceOf(app, one), await balanceOf(app, other)]).toEqual([1_000, 1_000]);
});
