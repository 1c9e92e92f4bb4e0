import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { wholeRupees } from "../../contract/money.ts";
import { seededRandom } from "../demo/random.ts";
import { ensureDraw } from "../houses/service.ts";
import { type PlacingRequest, placeOrders } from "../orders/sql.ts";
import { rejectPayment } from "../payments/service.ts";
import { createDefaultPaymentMethods } from "../payments/methods.ts";
import { listUnfinishedSettlements, settleChunk } from "../results/sql.ts";
import { voidResult } from "../results/void.ts";
import { appOn, useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { anOrder, at, play, TODAY, TOMORROW } from "../testing/game.ts";
import { actorOf, aHouse, anAdmin, aPlayer, type Player, setClock } from "../testing/makers.ts";
import { IS_LONG, seedOfRun } from "../testing/seed.ts";
import { settleToEnd } from "../testing/settling.ts";
import { untilWaiting } from "../testing/waiting.ts";
import {
  announce,
  balanceOf,
  cancel,
  holdHouseSide,
  holdWallet,
  outcomeOf,
  place,
  publish,
  voidAs,
  withdraw,
} from "./scene.ts";

const ROUNDS = IS_LONG ? 200 : 3;

const seed = seedOfRun();
const random = seededRandom(seed);
const app = useApp();
const second_process = appOn(app);
const processes = [app, second_process] as const;
type Process = typeof app;

app.expectDeadlocks(0);

beforeAll(() => createDefaultPaymentMethods(app.db, "demo"));
beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

const somePlayers = (count: number, balance = 10_000): Promise<Player[]> =>
  Promise.all(Array.from({ length: count }, () => aPlayer(app.db, { balance })));
const someHouses = (count: number, first_round_time = "3:00 PM") =>
  Promise.all(Array.from({ length: count }, () => aHouse(app.db, { first_round_time })));

const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((item) => ({ item, rank: random.below(2 ** 31) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item);

describe(`nothing deadlocks (SEED=${seed})`, () => {
  test("with four lanes and settlements on the same wallets, below the services", async () => {
    const [players, houses, admin] = [
      await somePlayers(8, 1_000_000),
      await someHouses(4),
      await anAdmin(app.db),
    ];
    const settlements = await beginSettlements(players, admin);
    for (const { id } of houses) await ensureDraw(app.db, id, TODAY);
    const batch = (): PlacingRequest[] =>
      shuffled(players).map(({ id }) => anOrder(houses[random.below(houses.length)]?.id ?? 0, id));
    const lanes = [0, 1, 0, 1].map(async (lane) => {
      for (let n = 0; n < 10 * ROUNDS; n += 1) {
        const answers = await placeOrders(app.db, lane, batch());
        expect(answers.map(({ outcome }) => outcome)).toEqual(players.map(() => "accepted"));
      }
    });
    const settling = settlements.map((id) => settleToEnd(second_process.db, id, players.length));
    await Promise.all([...lanes, ...settling]);
  });

  /** The settlements are of other houses, so that they share only wallets with the orders. */
  async function beginSettlements(players: Player[], admin: Player): Promise<number[]> {
    const settlements: number[] = [];
    for (const house of await someHouses(3, "1:30 PM")) {
      for (let n = 0; n < 4 * ROUNDS; n += 1) {
        const orders = shuffled(players).map((player) =>
          place(processes[player.id % 2 ? 0 : 1], player, house, [play.direct(7)]),
        );
        await Promise.all(orders);
      }
      await setClock(app.db, at("14:00"));
      settlements.push(...(await announce(app, admin, house, { first_round: 7 })));
      await setClock(app.db, at("13:00"));
    }
    return settlements;
  }

  test("with all actions at once, on two processes and few wallets", async () => {
    const admin = await anAdmin(app.db);
    const players = await somePlayers(5, 40_000);
    for (let round = 0; round < ROUNDS; round += 1) {
      await setClock(app.db, at("13:00"));
      const [open, closing] = [await someHouses(3), await someHouses(2, "1:30 PM")];
      for (const house of closing) {
        await Promise.all(players.map((player) => place(app, player, house, [play.direct(7)])));
      }
      await setClock(app.db, at("14:00"));
      const calls: ((process: Process) => Promise<unknown>)[] = [
        ...closing.map((house) => async (process: Process) => {
          const id = await publish(process, admin, house, { first_round: 7 });
          await voidResult(process.db, id, "a mistake");
          await publish(process, admin, house, { first_round: 8 });
        }),
        ...players.flatMap((player) =>
          open.map((house) => async (process: Process) => {
            const order = await place(process, player, house, [play.direct(7)]);
            await cancel(process, player, order);
            await place(process, player, house, [play.direct(8)], { play_date: TOMORROW });
          }),
        ),
        ...players.map((player) => async (process: Process) => {
          const { id } = await withdraw(process, player, 100);
          await rejectPayment(process.context, actorOf(admin), id, { reason: "a mistake" });
        }),
      ];
      await Promise.all(shuffled(calls).map((call, n) => call(processes[n % 2 ? 0 : 1])));
      await expectBooksToBalance(app.db);
    }
  });
});

describe("wallets are locked in the order of user ids: no higher one before the lowest", () => {
  /** Holds the wallet of the lowest user, and expects those of the others to be unlocked. */
  async function expectOthersToBeFree(players: Player[], begin: () => Promise<unknown>) {
    const [first, ...others] = players.toSorted((a, b) => a.id - b.id);
    if (!first) throw new Error("there are players");
    const wallet = await holdWallet(app.db, first);
    const working = begin();
    await wallet.untilWaitedForBy(working);
    const { rows } = await sql`
      select from wallets
      where user_id = any (${others.map(({ id }) => id)})
      for update skip locked
    `.execute(app.db);
    await wallet.letGo();
    await working;
    expect(rows).toHaveLength(others.length);
  }

  test("by a batch of orders", async () => {
    const [players, [house]] = [await somePlayers(40), await someHouses(1)];
    if (!house) throw new Error("there is a house");
    await ensureDraw(app.db, house.id, TODAY);
    const batch = shuffled(players).map(({ id }) => anOrder(house.id, id));
    await expectOthersToBeFree(players, () => placeOrders(app.db, 0, batch));
  });

  test("by an admin's voiding of an order, when the admin has the higher id", async () => {
    const [[player], [house]] = [await somePlayers(1), await someHouses(1)];
    if (!player || !house) throw new Error("there is a player, and a house");
    const order = await place(app, player, house, [play.direct(7)]);
    const admin = await anAdmin(app.db);
    await expectOthersToBeFree([player, admin], () => voidAs(app, admin, order));
  });

  /** A draw whose first round has closed, with a winning order of each player. */
  async function aClosedDraw() {
    const [players, [house], admin] = [
      await somePlayers(40),
      await someHouses(1, "1:30 PM"),
      await anAdmin(app.db),
    ];
    if (!house) throw new Error("there is a house");
    for (const player of shuffled(players)) await place(app, player, house, [play.direct(7)]);
    await setClock(app.db, at("14:00"));
    return { players, house, admin };
  }

  test("by a settlement", async () => {
    const { players, house, admin } = await aClosedDraw();
    const [id = 0] = await announce(app, admin, house, { first_round: 7 });
    await expectOthersToBeFree(players, () => settleChunk(app.db, id, players.length));
    await settleToEnd(app.db, id, players.length);
  });

  test("by the voiding of a result", async () => {
    const { players, house, admin } = await aClosedDraw();
    const id = await publish(app, admin, house, { first_round: 7 });
    await expectOthersToBeFree(players, () => voidResult(app.db, id, "a mistake"));
  });
});

describe("concurrent settlements of one draw do not deadlock", () => {
  // The sweep would settle what these tests leave unfinished on purpose.
  beforeAll(() => Promise.all(processes.map(({ context }) => context.sweep.stop())));

  /** A draw with three orders: one wins on the first round, one on the second, one on both. */
  async function aDraw() {
    const [[house], admin, players] = [
      await someHouses(1),
      await anAdmin(app.db),
      await somePlayers(3),
    ];
    if (!house) throw new Error("there is a house");
    const plays = [
      [play.direct(1), play.direct(0, 10, "second")],
      [play.direct(0), play.direct(1, 10, "second")],
      [play.direct(1), play.direct(1, 10, "second")],
    ];
    for (const [n, player] of players.entries()) await place(app, player, house, plays[n] ?? []);
    await setClock(app.db, at("21:00"));
    return { house, admin };
  }

  test("when both rounds are settled at once, as two results", async () => {
    const { house, admin } = await aDraw();
    const settlements = [
      ...(await announce(app, admin, house, { first_round: 1 })),
      ...(await announce(app, admin, house, { second_round: 1 })),
    ];
    const house_side = await holdHouseSide(app.db, house, -1);
    const chunks = settlements.map((id) => settleChunk(app.db, id, 2_000));
    // The settlement of the forecast does not wait: no order has one.
    await untilWaiting(app.db, settlements.length - 1);
    await house_side.letGo();
    await Promise.all(chunks);
    await Promise.all(settlements.map((id) => settleToEnd(second_process.db, id, 2_000)));
    expect(await listUnfinishedSettlements(app.db)).toEqual([]);
  });

  test("when one round is settled while the other is taken back", async () => {
    const { house, admin } = await aDraw();
    const result_id = await publish(app, admin, house, { first_round: 1 });
    const [settlement = 0] = await announce(app, admin, house, { second_round: 0 });
    const house_side = await holdHouseSide(app.db, house, -1);
    const chunk = settleChunk(app.db, settlement, 2_000);
    await house_side.untilWaitedForBy(chunk);
    const voiding = outcomeOf(voidResult(app.db, result_id, "a mistake"));
    await untilWaiting(app.db, 2);
    await house_side.letGo();
    await chunk;
    expect(await voiding).toMatchObject({ answer: { taken_paise: wholeRupees(1_600) } });
  });

  test("when one round and the forecast are taken back between chunks of the other", async () => {
    const [[house], admin] = [await someHouses(1), await anAdmin(app.db)];
    const [low, high] = (await somePlayers(2)).toSorted((a, b) => a.id - b.id);
    if (!house || !low || !high) throw new Error("there is a house, and two players");
    const on_second = play.direct(1, 10, "second");
    for (const player of [low, low, high]) await place(app, player, house, [on_second]);
    await place(app, high, house, [play.direct(1)]);
    await setClock(app.db, at("21:00"));
    const [settlement = 0] = await announce(app, admin, house, { second_round: 1 });
    const result_id = await publish(app, admin, house, { first_round: 1 });

    const wallet = await holdWallet(app.db, high);
    const voiding = voidResult(app.db, result_id, "a mistake");
    await wallet.untilWaitedForBy(voiding);
    // The chunks must wait for `voiding`. If the first one paid `low` now, wallets would be locked
    // against the order of user ids: the next chunk would wait for `high`, which `voiding` holds.
    const chunks = settleChunk(second_process.db, settlement, 1).then(() =>
      settleToEnd(second_process.db, settlement, 2_000),
    );
    await untilWaiting(app.db, 2);
    await wallet.letGo();
    const [taken] = await Promise.all([voiding, chunks]);
    expect(taken).toMatchObject({ taken_paise: wholeRupees(800), owed_paise: 0 });
    expect([await balanceOf(app, low), await balanceOf(app, high)]).toEqual([11_580, 10_780]);
  });
});
