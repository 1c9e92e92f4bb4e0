import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OrderWithBalance } from "../../contract/orders/schemas.ts";
import { startClock } from "../db/clock.ts";
import { ensureDraw, updateHouse } from "../houses/service.ts";
import { getOrder } from "../orders/service.ts";
import { finishSettlement, settleChunk } from "../results/sql.ts";
import { appOn, useApp } from "../testing/app.ts";
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
import { untilWaiting } from "../testing/waiting.ts";
import { sumOf } from "./oracle.ts";
import {
  announce,
  balanceOf,
  cancel,
  type Held,
  holdHouseSide,
  holdWallet,
  outcomeOf,
  place,
  publish,
} from "./scene.ts";

const app = useApp();
const second_process = appOn(app);

/** The first round of the houses is at 3 PM. */
const CLOSING = Date.parse(at("14:45"));
const beforeClosing = (milliseconds: number) => new Date(CLOSING - milliseconds).toISOString();

beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

const somePlayers = (count: number, balance = 1_000): Promise<Player[]> =>
  Promise.all(Array.from({ length: count }, () => aPlayer(app.db, { balance })));

describe("while the clock passes the closing, with two processes", () => {
  test("every order until the round is published is settled or refused", async () => {
    const [house, admin] = [await aHouse(app.db), await anAdmin(app.db)];
    const players = await somePlayers(16, 100_000);
    const accepted = new Map(players.map((player) => [player, new Array<OrderWithBalance>()]));
    for (const player of players) {
      accepted.get(player)?.push(await place(app, player, house, [play.direct(7)]));
    }
    await startClock(app.db, beforeClosing(400));
    let is_published = false;
    const firing = players.map(async (player, n) => {
      const process = n % 2 ? app : second_process;
      while (!is_published) {
        const plays = [play.direct(7), play.forecast(7, n), play.direct(n, 10, "second")];
        const { answer, refused } = await outcomeOf(place(process, player, house, plays));
        if (answer) accepted.get(player)?.push(answer);
        else expect(refused).toBe("round_closed");
      }
    });
    await publishOnceClosed(house, admin);
    is_published = true;
    await Promise.all(firing);
    for (const player of players) {
      const orders = accepted.get(player) ?? [];
      for (const { id, created_at } of orders) {
        expect(Date.parse(created_at)).toBeLessThanOrEqual(CLOSING);
        const { winning_amount } = await getOrder(app.context, player.id, id);
        expect(winning_amount).toBe(800);
      }
      const staked = sumOf(orders.map(({ total_amount }) => total_amount));
      expect(await balanceOf(app, player)).toBe(100_000 - staked + 800 * orders.length);
    }
  });

  test("every cancellation until the round is published is refunded or refused", async () => {
    const [house, admin] = [await aHouse(app.db), await anAdmin(app.db)];
    const players = await somePlayers(12);
    const placed = await Promise.all(
      players.map(async (player) => {
        const orders = new Array<OrderWithBalance>();
        for (let n = 0; n < 10; n += 1) {
          orders.push(await place(app, player, house, [play.direct(n % 2 ? 7 : 8)]));
        }
        return { player, orders };
      }),
    );
    await startClock(app.db, beforeClosing(200));
    const publishing = publishOnceClosed(house, admin);
    await Promise.all(
      placed.map(async ({ player, orders }, n) => {
        let balance = 900;
        for (const order of orders) {
          const process = n % 2 ? app : second_process;
          const { answer, refused } = await outcomeOf(cancel(process, player, order));
          if (answer) balance += 10;
          else expect(refused).toBe("order_not_pending");
        }
        await publishing;
        const shown = await Promise.all(
          orders.map(({ id }) => getOrder(app.context, player.id, id)),
        );
        balance += sumOf(shown.map(({ winning_amount }) => winning_amount));
        expect(await balanceOf(app, player)).toBe(balance);
        for (const { status, winning_amount } of shown) {
          expect([
            ["cancelled", 0],
            ["won", 800],
            ["lost", 0],
          ]).toContainEqual([status, winning_amount]);
        }
      }),
    );
  });

  async function publishOnceClosed(house: { id: number }, admin: Player): Promise<void> {
    for (;;) {
      const { answer, refused } = await outcomeOf(publish(app, admin, house, { first_round: 7 }));
      if (answer !== undefined) return;
      expect(refused).toBe("round_still_open");
    }
  }
});

type Scene = Awaited<ReturnType<typeof anOrder>>;

/** A player with an order on a house, and an admin. */
async function anOrder() {
  const [house, admin] = [await aHouse(app.db), await anAdmin(app.db)];
  const player = await aPlayer(app.db, { balance: 1_000 });
  const order = await place(app, player, house, [play.direct(7)]);
  return { house, admin, player, order };
}

describe("the clock is read after all locks are held", () => {
  test("an order that waited for its wallet until the round closed is refused", async () => {
    const { house, player } = await anOrder();
    const held = await holdWallet(app.db, player);
    const placing = outcomeOf(place(app, player, house, [play.direct(8)]));
    await held.untilWaitedForBy(placing);
    await setClock(app.db, at("14:45"));
    await held.letGo();
    expect(await placing).toEqual({ refused: "round_closed" });
  });

  test("a cancellation that waited for its wallet until the round closed is refused", async () => {
    const { player, order } = await anOrder();
    const held = await holdWallet(app.db, player);
    const cancelling = outcomeOf(cancel(app, player, order));
    await held.untilWaitedForBy(cancelling);
    await setClock(app.db, at("14:45"));
    await held.letGo();
    expect(await cancelling).toEqual({ refused: "order_not_pending" });
  });
});

describe("publishing waits for orders and cancellations that were in time", () => {
  /** Closes and publishes the round while the work waits for the house side, its last lock. */
  async function publishDuring(work: Promise<unknown>, house_side: Held, house: TestHouse) {
    await house_side.untilWaitedForBy(work);
    await setClock(app.db, at("15:00"));
    const publishing = publish(app, await anAdmin(app.db), house, { first_round: 7 });
    await Promise.race([publishing, untilWaiting(app.db, 2)]);
    await house_side.letGo();
    await Promise.all([work, publishing]);
  }

  test("an order not yet committed when its round is published is settled", async () => {
    const { house, player } = await anOrder();
    const house_side = await holdHouseSide(app.db, house, 0);
    const placing = place(app, player, house, [play.direct(7)]);
    await publishDuring(placing, house_side, house);
    expect(await balanceOf(app, player)).toBe(1_000 - 20 + 1_600);
  });

  test("an order whose draw was created while it waited is settled too", async () => {
    const house = await aHouse(app.db);
    const player = await aPlayer(app.db, { balance: 1_000 });
    await sql`select make_order_partition(${TODAY})`.execute(app.db);
    const wallet = await holdWallet(app.db, player);
    const placing = place(app, player, house, [play.direct(7)]);
    await wallet.untilWaitedForBy(placing);
    await ensureDraw(app.db, house.id, TODAY);
    const house_side = await holdHouseSide(app.db, house, 0);
    await wallet.letGo();
    await publishDuring(placing, house_side, house);
    expect(await balanceOf(app, player)).toBe(1_000 - 10 + 800);
  });

  test("an order whose cancellation is not yet committed wins nothing", async () => {
    const { house, player, order } = await anOrder();
    const house_side = await holdHouseSide(app.db, house, -2);
    const cancelling = cancel(app, player, order);
    await publishDuring(cancelling, house_side, house);
    expect(await balanceOf(app, player)).toBe(1_000);
  });

  test("an edit of the house does not move the closing of an order in flight", async () => {
    const [house, admin] = [await aHouse(app.db), await anAdmin(app.db)];
    const player = await aPlayer(app.db, { balance: 1_000 });
    await ensureDraw(app.db, house.id, TODAY);
    const house_side = await holdHouseSide(app.db, house, 0);
    const placing = place(app, player, house, [play.direct(7)]);
    await house_side.untilWaitedForBy(placing);
    const editing = updateHouse(app.context, actorOf(admin), house.id, {
      first_round_time: "2 PM",
    });
    await untilWaiting(app.db, 2);
    await house_side.letGo();
    const { id, closes_at } = await placing;
    await editing;
    expect(closes_at).toBe(beforeClosing(0));
    expect(await getOrder(app.context, player.id, id)).toMatchObject({ closes_at });
  });
});

/** During a rush some orders are always in flight, so without a queue the others would starve. */
describe("actions get the lock of a draw in the order of arrival", () => {
  const on_second = [play.direct(8, 10, "second")];

  /** Starts work while an order is in flight; returns the outcome of the next order. */
  async function orderDuring(scene: Scene, begin: () => Promise<unknown>) {
    const other = await aPlayer(app.db, { balance: 1_000 });
    return nextDuring(scene, begin, () => place(second_process, other, scene.house, on_second));
  }

  /** Starts work while an order is in flight; returns the outcome of the next action. */
  async function nextDuring<T>(
    { house, player }: Scene,
    begin: () => Promise<unknown>,
    beginNext: () => Promise<T>,
  ) {
    const wallet = await holdWallet(app.db, player);
    const in_flight = place(app, player, house, on_second);
    await wallet.untilWaitedForBy(in_flight);
    const work = begin();
    await untilWaiting(app.db, 2);
    const next = outcomeOf(beginNext());
    const first = await Promise.race([
      next.then(() => "the next"),
      untilWaiting(app.db, 3).then(() => "the work"),
    ]);
    await wallet.letGo();
    await Promise.all([in_flight, work]);
    expect(first).toBe("the work");
    return next;
  }

  test("a deactivation of the house before a later order", async () => {
    const scene = await anOrder();
    const outcome = await orderDuring(scene, () =>
      updateHouse(app.context, actorOf(scene.admin), scene.house.id, { is_active: false }),
    );
    expect(outcome).toEqual({ refused: "house_inactive" });
  });

  test("the publishing of the other round before a later order", async () => {
    const scene = await anOrder();
    await setClock(app.db, at("15:00"));
    await orderDuring(scene, () => publish(app, scene.admin, scene.house, { first_round: 7 }));
    expect(await balanceOf(app, scene.player)).toBe(980 + 800);
  });

  test("the publishing of the other round before a later cancellation", async () => {
    const scene = await anOrder();
    const other = await aPlayer(app.db, { balance: 1_000 });
    const order = await place(app, other, scene.house, on_second);
    await setClock(app.db, at("15:00"));
    const publishing = () => publish(app, scene.admin, scene.house, { first_round: 7 });
    await nextDuring(scene, publishing, () => cancel(second_process, other, order));
    expect(await balanceOf(app, other)).toBe(1_000);
  });

  test("the finishing of a settlement before a later order", async () => {
    const scene = await anOrder();
    await setClock(app.db, at("15:00"));
    const [settlement = 0] = await announce(app, scene.admin, scene.house, { first_round: 7 });
    while (!(await settleChunk(app.db, settlement, 10)).is_at_end);
    await orderDuring(scene, () => finishSettlement(app.db, settlement));
    const { player, order } = scene;
    expect(await getOrder(app.context, player.id, order.id)).toMatchObject({ status: "won" });
  });
});

test("a published round stays closed to cancellations when the clock is set back", async () => {
  const { house, admin, player, order } = await anOrder();
  await setClock(app.db, at("15:00"));
  await place(app, player, house, [play.direct(7, 10, "second")]);
  await publish(app, admin, house, { first_round: 8 });
  await setClock(app.db, at("13:00"));
  expect(await getOrder(app.context, player.id, order.id)).toMatchObject({ status: "lost" });
  expect(await outcomeOf(cancel(app, player, order))).toEqual({ refused: "order_not_pending" });
});

test("no order on a published number is accepted when the clock is set back", async () => {
  const { house, admin, player } = await anOrder();
  const publishAndSetBack = async (numbers: { first_round?: number; second_round?: number }) => {
    await setClock(app.db, at("21:00"));
    await publish(app, admin, house, numbers);
    await setClock(app.db, at("13:00"));
  };
  const refusals = async (...plays: ReturnType<typeof play.direct>[]) => {
    const outcomes = plays.map((play) => outcomeOf(place(app, player, house, [play])));
    return (await Promise.all(outcomes)).map(({ refused }) => refused);
  };
  await publishAndSetBack({ second_round: 7 });
  expect(await refusals(play.direct(8), play.direct(7, 10, "second"), play.forecast(8, 7))).toEqual(
    [undefined, "round_closed", "round_closed"],
  );
  await publishAndSetBack({ first_round: 8 });
  expect(await refusals(play.direct(8), play.forecast(8, 7))).toEqual([
    "round_closed",
    "round_closed",
  ]);
});
