import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteHouse, ensureDraw, updateHouse } from "../houses/service.ts";
import { voidOrder } from "../orders/cancel.ts";
import { createDefaultPaymentMethods } from "../payments/methods.ts";
import { rejectPayment } from "../payments/service.ts";
import { editResult, publishResult } from "../results/service.ts";
import { finishSettlement } from "../results/sql.ts";
import { voidResult } from "../results/void.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, play, TODAY } from "../testing/game.ts";
import {
  actorOf,
  aHouse,
  anAdmin,
  aPlayer,
  type Player,
  setClock,
  type TestHouse,
} from "../testing/makers.ts";
import {
  announce,
  cancel,
  enter,
  type Held,
  holdAccount,
  holdDraw,
  holdHouse,
  holdWallet,
  place,
  publish,
  withdraw,
} from "./scene.ts";

const app = useApp();
app.expectDeadlocks(0);

beforeAll(() => createDefaultPaymentMethods(app.db, "demo"));
// The sweep would finish a settlement that is only announced.
beforeAll(() => app.context.sweep.stop());
beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

/**
 * What is locked first is held by the test. The action must wait for it, and the row that it locks
 * next, given as a table and a condition, must still be free.
 */
async function expectFree(row: RawBuilder<unknown>, first: Held, begin: () => Promise<unknown>) {
  const working = begin();
  await first.untilWaitedForBy(working);
  const { rows } = await sql`select from ${row} for update skip locked`.execute(app.db);
  await first.letGo();
  await working;
  expect(rows).toHaveLength(1);
}

test("a cancellation that waits for its draw holds no wallet", async () => {
  const [player, house] = [await aPlayer(app.db, { balance: 100 }), await aHouse(app.db)];
  const order = await place(app, player, house, [play.direct(7)]);
  const wallet = sql`wallets where user_id = ${player.id}`;
  await expectFree(wallet, await holdDraw(app.db, house), () => cancel(app, player, order));
});

test.each(["admin", "player"] as const)(
  "the voiding of an order that waits for the wallet of its older %s does not hold the other's",
  async (older) => {
    const account = { balance: 100, role: older === "admin" ? "admin" : "user" } as const;
    const first = await aPlayer(app.db, account);
    const second = await (older === "admin" ? aPlayer(app.db, { balance: 100 }) : anAdmin(app.db));
    const [admin, player] = older === "admin" ? [first, second] : [second, first];
    const order = await place(app, player, await aHouse(app.db), [play.direct(7)]);
    await expectFree(
      sql`wallets where user_id = ${second.id}`,
      await holdWallet(app.db, first),
      () => voidOrder(app.context, actorOf(admin), order.id, { reason: "a mistake" }, randomUUID()),
    );
  },
);

test("a decision that waits for the player's wallet does not hold the request", async () => {
  const [player, admin] = [await aPlayer(app.db, { balance: 100 }), await anAdmin(app.db)];
  const { id } = await withdraw(app, player, 100);
  await expectFree(sql`payments where id = ${id}`, await holdWallet(app.db, player), () =>
    rejectPayment(app.context, actorOf(admin), id, { reason: "a mistake" }),
  );
});

describe("a draw is locked before its result", () => {
  const expectResultFree = async (house: TestHouse, id: number, begin: () => Promise<unknown>) =>
    expectFree(sql`results where id = ${id}`, await holdDraw(app.db, house), begin);

  test("by an edit", async () => {
    const { house, admin } = await anEvening();
    const id = await enter(app, admin, house, { first_round: 7 });
    await expectResultFree(house, id, () =>
      editResult(app.context, actorOf(admin), id, { first_round: 8 }),
    );
  });

  test("by publishing", async () => {
    const { house, admin } = await anEvening();
    const id = await enter(app, admin, house, { first_round: 7 });
    await expectResultFree(house, id, () => publishResult(app.context, actorOf(admin), id, {}));
  });

  test("by the voiding of a result", async () => {
    const { house, admin } = await anEvening();
    const id = await publish(app, admin, house, { first_round: 7 });
    await expectResultFree(house, id, () => voidResult(app.db, id, "a mistake"));
  });
});

test("a settlement is not held while its finishing waits for the draw", async () => {
  const { house, admin } = await anEvening();
  const [id = 0] = await announce(app, admin, house, { first_round: 7 });
  const settlement = sql`settlements where id = ${id}`;
  await expectFree(settlement, await holdDraw(app.db, house), () => finishSettlement(app.db, id));
});

async function anEvening() {
  const [house, admin] = [await aHouse(app.db), await anAdmin(app.db)];
  await setClock(app.db, at("21:00"));
  return { house, admin };
}

test.each([
  ["an edit", { min_play: 20 }],
  ["a deletion", undefined],
])("%s of a house that waits for the house holds no draw of it", async (_, body) => {
  const [house, admin] = [await aHouse(app.db), await anAdmin(app.db)];
  await ensureDraw(app.db, house.id, TODAY);
  const actor = actorOf(admin);
  const draw = sql`draws where house_id = ${house.id}`;
  await expectFree(draw, await holdHouse(app.db, house), () =>
    body
      ? updateHouse(app.context, actor, house.id, body)
      : deleteHouse(app.context, actor, house.id),
  );
});

describe("an account is locked before its sessions", () => {
  const expectSessionsFree = async (player: Player, begin: () => Promise<unknown>) =>
    expectFree(
      sql`sessions where user_id = ${player.id}`,
      await holdAccount(app.db, player),
      begin,
    );

  test("by a login, which deletes expired sessions", async () => {
    const player = await aPlayer(app.db);
    await app.signIn(player);
    await setClock(app.db, at("13:00", "2027-01-20"));
    await expectSessionsFree(player, () => app.signIn(player));
  });

  test("by the replacement of a session", async () => {
    const player = await aPlayer(app.db);
    const token = await app.signIn(player);
    await expectSessionsFree(player, () => app.ask("POST /auth/refresh-token", { as: token }));
  });
});
