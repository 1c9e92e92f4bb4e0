import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addDays } from "../../contract/dates.ts";
import type { PlayLine } from "../../contract/orders/schemas.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, gameOf, play, TODAY } from "../testing/game.ts";
import { aHouse, anAdmin, aPlayer, setClock } from "../testing/makers.ts";
import { voidResult } from "../results/void.ts";

const app = useApp();
const game = gameOf(app);

/** A day on which no other test of this file plays, some days after the previous test's. */
let day = TODAY;
beforeEach(async () => {
  day = addDays(day, 40);
  await setClock(app.db, at("13:00", day));
});
afterEach(() => expectBooksToBalance(app.db));

const evening = () => setClock(app.db, at("21:00", day));

async function aTable({ name }: { name?: string } = {}) {
  const house = await aHouse(app.db, name === undefined ? {} : { name });
  const admin = await app.signIn(await anAdmin(app.db));
  return { house, admin };
}

const dashboard = (admin: string) => app.ask("GET /admin/dashboard", { as: admin });
const revenue = (admin: string, days: number) =>
  app.ask("GET /admin/revenue", { as: admin, query: { days: String(days) } });

const place = (token: string, house_id: number, plays: PlayLine[], play_date = day) =>
  game.place(token, house_id, plays, { play_date });

describe("the dashboard", () => {
  test("counts users, and the active ones among them", async () => {
    const { admin } = await aTable();
    const before = await dashboard(admin);
    await aPlayer(app.db);
    await aPlayer(app.db);
    const { id } = await aPlayer(app.db, { role: "agent" });
    const [params, body] = [{ id: String(id) }, { is_active: false }];
    await app.ask("PUT /admin/users/{id}/status", { as: admin, params, body });
    expect(await dashboard(admin)).toMatchObject({
      total_users: before.total_users + 3,
      active_users: before.active_users + 2,
    });
  });

  test("counts today's stakes, without cancelled orders and without tomorrow's", async () => {
    const { house, admin } = await aTable();
    const before = await dashboard(admin);
    const { token } = await game.aPlayerWith(1_000);
    await place(token, house.id, [play.direct(45, 10), play.house(4, 15)]);
    await place(token, house.id, [play.direct(7, 30)], addDays(day, 1));
    const { id } = await place(token, house.id, [play.direct(45, 50)]);
    await app.ask("POST /orders/{id}/cancel", { as: token, params: { id: String(id) } });
    expect(await dashboard(admin)).toMatchObject({
      today_orders: 1,
      today_revenue: 25,
      today_winnings: 0,
      today_net: 25,
      total_revenue: before.total_revenue + 25,
    });
    await setClock(app.db, at("00:00", addDays(day, 1)));
    expect(await dashboard(admin)).toMatchObject({
      today_orders: 1,
      today_revenue: 30,
      total_revenue: before.total_revenue + 55,
    });
  });

  test("shows a loss as negative, and leaves out the winnings of a voided result", async () => {
    const { house, admin } = await aTable();
    const before = await dashboard(admin);
    const { token } = await game.aPlayerWith(1_000);
    await place(token, house.id, [play.direct(45, 10)]);
    await evening();
    const { id } = await game.publish(admin, house.id, { first_round: 45 }, day);
    expect(await dashboard(admin)).toMatchObject({
      today_revenue: 10,
      today_winnings: 800,
      today_net: -790,
      total_winnings: before.total_winnings + 800,
      total_net: before.total_net - 790,
    });
    await setClock(app.db, at("00:00", addDays(day, 1)));
    expect(await dashboard(admin)).toMatchObject({
      today_winnings: 0,
      today_net: 0,
      total_winnings: before.total_winnings + 800,
      total_net: before.total_net - 790,
    });
    await evening();
    await voidResult(app.db, id, "wrong house");
    expect(await dashboard(admin)).toMatchObject({
      today_winnings: 0,
      today_net: 10,
      total_winnings: before.total_winnings,
      total_net: before.total_net + 10,
    });
  });
});

describe("the revenue", () => {
  test("lists every day of the period, oldest first, and nothing outside of it", async () => {
    const { house, admin } = await aTable();
    const { token } = await game.aPlayerWith(1_000);
    for (const [back, rupees] of [
      [7, 70],
      [6, 60],
      [2, 20],
      [0, 10],
    ] as const) {
      const play_date = addDays(day, -back);
      await setClock(app.db, at("13:00", play_date));
      await place(token, house.id, [play.direct(45, rupees)], play_date);
    }
    const { daily_revenue, total_revenue, total_orders } = await revenue(admin, 7);
    expect(daily_revenue.map(({ date, revenue: sum }) => [date, sum])).toEqual([
      [addDays(day, -6), 60],
      [addDays(day, -5), 0],
      [addDays(day, -4), 0],
      [addDays(day, -3), 0],
      [addDays(day, -2), 20],
      [addDays(day, -1), 0],
      [day, 10],
    ]);
    expect({ total_revenue, total_orders }).toEqual({ total_revenue: 90, total_orders: 3 });
    expect((await revenue(admin, 8)).total_revenue).toBe(160);
  });

  test("lists houses with orders by revenue and name", async () => {
    const { house, admin } = await aTable({ name: "Jowai" });
    const [other, third] = [await aHouse(app.db, { name: "Sohra" }), await aHouse(app.db)];
    const { token } = await game.aPlayerWith(1_000);
    await place(token, house.id, [play.direct(45, 20)]);
    const { id } = await place(token, third.id, [play.direct(45, 20)]);
    await app.ask("POST /orders/{id}/cancel", { as: token, params: { id: String(id) } });
    await place(token, other.id, [play.direct(45, 10)]);
    await place(token, other.id, [play.direct(46, 25)]);
    const equal = await aHouse(app.db, { name: "Amlarem" });
    await place(token, equal.id, [play.direct(45, 20)]);
    await evening();
    await game.publish(admin, other.id, { first_round: 45 }, day);
    expect((await revenue(admin, 1)).house_revenue).toEqual([
      { house_id: other.id, house: "Sohra", revenue: 35, winnings: 800, net: -765, orders: 2 },
      { house_id: equal.id, house: "Amlarem", revenue: 20, winnings: 0, net: 20, orders: 1 },
      { house_id: house.id, house: "Jowai", revenue: 20, winnings: 0, net: 20, orders: 1 },
    ]);
  });

  test("lists a house with voided orders only, if a player owes their winnings", async () => {
    const [{ house, admin }, other] = [await aTable({ name: "Tura" }), await aHouse(app.db)];
    const { token } = await game.aPlayerWith(10);
    const order = await place(token, house.id, [play.direct(45, 10)]);
    await evening();
    const { id } = await game.publish(admin, house.id, { first_round: 45 }, day);
    await place(token, other.id, [play.direct(45, 500)], addDays(day, 1));
    await voidResult(app.db, id, "wrong house");
    await app.ask("POST /admin/orders/{id}/void", {
      as: admin,
      params: { id: String(order.id) },
      body: { reason: "a mistake" },
    });
    expect(await revenue(admin, 1)).toMatchObject({
      total_winnings: 500,
      total_net: -500,
      house_revenue: [
        { house_id: house.id, house: "Tura", revenue: 0, winnings: 500, net: -500, orders: 0 },
      ],
    });
  });

  test("ends today in India, and so do the winners", async () => {
    const { house, admin } = await aTable();
    const { token } = await game.aPlayerWith(1_000);
    await place(token, house.id, [play.direct(45, 10)]);
    await evening();
    await game.publish(admin, house.id, { first_round: 45 }, day);
    const winners = async () =>
      (await app.ask("GET /admin/winners", { as: admin, query: { days: "1" } })).winners;
    expect((await revenue(admin, 1)).daily_revenue).toMatchObject([{ date: day, orders: 1 }]);
    expect(await winners()).toHaveLength(1);
    const tomorrow = addDays(day, 1);
    await setClock(app.db, at("00:00", tomorrow));
    expect((await revenue(admin, 1)).daily_revenue).toMatchObject([{ date: tomorrow, orders: 0 }]);
    expect(await winners()).toEqual([]);
  });

  test("covers thirty days by default", async () => {
    const { admin } = await aTable();
    const { daily_revenue } = await app.ask("GET /admin/revenue", { as: admin });
    expect(daily_revenue).toHaveLength(30);
  });

  test.each(["0", "367", "-1", "7.5", "week"])("of %s days is refused", async (days) => {
    const { admin } = await aTable();
    expect(await app.refused("GET /admin/revenue", { as: admin, query: { days } })).toMatchObject({
      status: 400,
      code: "invalid_input",
    });
  });
});

describe("the winners", () => {
  const winnersOf = async (admin: string, query: { days?: string; limit?: string } = {}) =>
    (await app.ask("GET /admin/winners", { as: admin, query })).winners;

  test("are orders with what was staked and won, the largest win first", async () => {
    const { house, admin } = await aTable({ name: "Mawphlang" });
    const [one, other] = [await game.aPlayerWith(1_000), await game.aPlayerWith(1_000)];
    const small = await place(one.token, house.id, [play.direct(45, 10), play.direct(46, 15)]);
    const large = await place(other.token, house.id, [play.direct(45, 20), play.house(4, 10)]);
    await place(one.token, house.id, [play.direct(46, 500)]);
    await evening();
    await game.publish(admin, house.id, { first_round: 45 }, day);
    const shared = { house_name: "Mawphlang", play_date: day };
    expect(await winnersOf(admin)).toEqual([
      {
        order_id: large.id,
        user_phone: other.phone,
        play_amount: 30,
        winning_amount: 1_700,
        profit: 1_670,
        ...shared,
      },
      {
        order_id: small.id,
        user_phone: one.phone,
        play_amount: 25,
        winning_amount: 800,
        profit: 775,
        ...shared,
      },
    ]);
  });

  test("are of the requested days, at most as many as the limit", async () => {
    const { house, admin } = await aTable();
    const { token } = await game.aPlayerWith(1_000);
    const won: number[] = [];
    for (const back of [7, 6, 0]) {
      const play_date = addDays(day, -back);
      await setClock(app.db, at("13:00", play_date));
      // The larger the win, the smaller the order.
      const plays = [play.direct(45, 10 + back), play.direct(46, 100 - 10 * back)];
      won.push((await place(token, house.id, plays, play_date)).id);
      await setClock(app.db, at("21:00", play_date));
      await game.publish(admin, house.id, { first_round: 45 }, play_date);
    }
    const ids = async (query: { days?: string; limit?: string }) =>
      (await winnersOf(admin, query)).map(({ order_id }) => order_id);
    const [oldest, middle, newest] = won;
    expect(await ids({})).toEqual([middle, newest]);
    expect(await ids({ days: "1" })).toEqual([newest]);
    expect(await ids({ days: "8" })).toEqual([oldest, middle, newest]);
    expect(await ids({ days: "8", limit: "2" })).toEqual([oldest, middle]);
  });

  test("of equal amounts come newest first, also at the limit", async () => {
    const { house, admin } = await aTable();
    const { token } = await game.aPlayerWith(1_000);
    const won: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      won.unshift((await place(token, house.id, [play.direct(45, 10)])).id);
    }
    await evening();
    await game.publish(admin, house.id, { first_round: 45 }, day);
    const ids = async (limit: number) =>
      (await winnersOf(admin, { limit: String(limit) })).map(({ order_id }) => order_id);
    expect(await ids(3)).toEqual(won);
    expect(await ids(2)).toEqual(won.slice(0, 2));
  });

  test("disappear when their result is voided", async () => {
    const { house, admin } = await aTable();
    const { token } = await game.aPlayerWith(1_000);
    await place(token, house.id, [play.direct(45, 10)]);
    await evening();
    const { id } = await game.publish(admin, house.id, { first_round: 45 }, day);
    expect(await winnersOf(admin)).toHaveLength(1);
    await voidResult(app.db, id, "wrong house");
    expect(await winnersOf(admin)).toEqual([]);
  });

  test.each([{ days: "0" }, { days: "367" }, { limit: "0" }, { limit: "101" }])(
    "are refused for %j",
    async (query) => {
      const { admin } = await aTable();
      expect(await app.refused("GET /admin/winners", { as: admin, query })).toMatchObject({
        status: 400,
        code: "invalid_input",
      });
    },
  );
});

test("only admins see the figures", async () => {
  const [agent, player] = [
    await app.signIn(await aPlayer(app.db, { role: "agent" })),
    (await game.aPlayerWith(10)).token,
  ];
  for (const as of [agent, player]) {
    for (const key of [
      "GET /admin/dashboard",
      "GET /admin/revenue",
      "GET /admin/winners",
    ] as const) {
      expect(await app.refused(key, { as })).toMatchObject({ status: 403, code: "forbidden" });
    }
  }
});
