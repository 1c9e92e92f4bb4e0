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
  holdAccount,
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

beforeAll(() => createDefaultPaymentMethods(app.db, "demo"));
beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

const somePlayers = (count: number, balance = 10_000): Promise<Player[]> =>
  Promise.all(Array.from({ length: count }, () => aPlayer(app.db, { balance })));
const someHouses = (count: number, first_round_time = "3:00 PM") =>
  Promise.all(Array.from({ length: count }, () => aHouse(app.db, { first_round_time })));

const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => ({ one, place: random.below(2 ** 31) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one);

describe(`nothing deadlocks (SEED=${seed})`, () => {
  test("four lanes and a settlement on the same wallets, straight to the database", async () => {
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

  /** Of houses of their own, so that wallets are all that they share with others. */
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

  test("everything at once, on two processes and few wallets", async () => {
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

describe("whoever waits for the wallet of the lowest user holds none above it", () => {
  /** The wallet of the first player is held; those of the others are free meanwhile. */
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

  test("a batch of orders", async () => {
    const [players, [house]] = [await somePlayers(40), await someHouses(1)];
    if (!house) throw new Error("there is a house");
    await ensureDraw(app.db, house.id, TODAY);
    const batch = shuffled(players).map(({ id }) => anOrder(house.id, id));
    await expectOthersToBeFree(players, () => placeOrders(app.db, 0, batch));
  });

  test("an order that is voided, whose admin is the later user", async () => {
    const [[player], [house]] = [await somePlayers(1), await someHouses(1)];
    if (!player || !house) throw new Error("there is a player, and a house");
    const order = await place(app, player, house, [play.direct(7)]);
    const admin = await anAdmin(app.db);
    await expectOthersToBeFree([player, admin], () => voidAs(app, admin, order));
  });

  test("a settlement", async () => {
    const [players, [house], admin] = [
      await somePlayers(40),
      await someHouses(1, "1:30 PM"),
      await anAdmin(app.db),
    ];
    if (!house) throw new Error("there is a house");
    for (const player of shuffled(players)) await place(app, player, house, [play.direct(7)]);
    await setClock(app.db, at("14:00"));
    const [id = 0] = await announce(app, admin, house, { first_round: 7 });
    await expectOthersToBeFree(players, () => settleChunk(app.db, id, players.length));
    await settleToEnd(app.db, id, players.length);
  });
});

describe("whoever waits for an account holds none of its sessions", () => {
  async function expectSessionsToBeFree(player: Player, begin: () => Promise<unknown>) {
    const account = await holdAccount(app.db, player);
    const working = begin();
    await account.untilWaitedForBy(working);
    const { rows } = await sql`
      select from sessions where user_id = ${player.id} for update skip locked
    `.execute(app.db);
    await account.letGo();
    await working;
    expect(rows).toHaveLength(1);
  }

  test("a login, which clears away what has expired", async () => {
    const [player] = await somePlayers(1);
    if (!player) throw new Error("there is a player");
    await app.signIn(player);
    await setClock(app.db, at("13:00", "2027-01-20"));
    await expectSessionsToBeFree(player, () => app.signIn(player));
  });

  test("a session in place of another", async () => {
    const [player] = await somePlayers(1);
    if (!player) throw new Error("there is a player");
    const token = await app.signIn(player);
    await expectSessionsToBeFree(player, () => app.ask("POST /auth/refresh-token", { as: token }));
  });
});

describe("settlements of one draw at once", () => {
  // A sweep of their own accord would settle what is to be in the middle.
  beforeAll(() => Promise.all(processes.map(({ context }) => context.sweep.stop())));

  /** Of three orders: one wins on the first round, one on the second, one on both. */
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

  test("both rounds, published as two results at once", async () => {
    const { house, admin } = await aDraw();
    const settlements = [
      ...(await announce(app, admin, house, { first_round: 1 })),
      ...(await announce(app, admin, house, { second_round: 1 })),
    ];
    const house_side = await holdHouseSide(app.db, house, -1);
    const chunks = settlements.map((id) => settleChunk(app.db, id, 2_000));
    // That of the forecast, which nobody has played, has nothing to wait for.
    await untilWaiting(app.db, settlements.length - 1);
    await house_side.letGo();
    await Promise.all(chunks);
    await Promise.all(settlements.map((id) => settleToEnd(second_process.db, id, 2_000)));
    expect(await listUnfinishedSettlements(app.db)).toEqual([]);
  });

  test("one round that is settled while the other is taken back", async () => {
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

  test("one round that is taken back, and its forecast, between chunks of the other", async () => {
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
    // The lower player has won once it is through: whoever holds the other's wallet is too late.
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
