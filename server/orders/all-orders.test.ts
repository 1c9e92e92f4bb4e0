import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addDays } from "../../contract/dates.ts";
import type { OrderStatus } from "../../contract/orders/rules.ts";
import { ensureDraw } from "../houses/service.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, gameOf, play, TODAY } from "../testing/game.ts";
import { aHouse, anAdmin, aPlayer, fillDraw, setClock } from "../testing/makers.ts";
import { listAllOrders } from "./all-orders.ts";
import { countOrders } from "./all-orders-sql.ts";

const app = useApp();
const game = gameOf(app);
let admin = "";
/** Each test has its own day, so that its lists do not contain the orders of other tests. */
let today = "2026-11-20";

beforeEach(async () => {
  today = addDays(today, 3);
  await setClock(app.db, at("13:00", today));
  admin = await app.signIn(await anAdmin(app.db));
});
afterEach(() => expectBooksToBalance(app.db));

interface Asked {
  house_id?: string;
  date?: string;
  status?: OrderStatus;
  phone?: string;
  limit?: string;
  skip?: string;
}
const list = (query: Asked = {}) => app.ask("GET /admin/orders", { as: admin, query });
const idsOf = async (query: Asked = {}) => (await list(query)).orders.map(({ id }) => id);

async function aPlayerWithToken() {
  const player = await aPlayer(app.db, { balance: 1_000 });
  return { ...player, token: await app.signIn(player) };
}

/** Three orders of two players on two houses: two for today and one for tomorrow. */
async function someOrders() {
  const [one, other] = [await aPlayerWithToken(), await aPlayerWithToken()];
  const [house, second_house] = [await aHouse(app.db), await aHouse(app.db)];
  const tomorrow = addDays(today, 1);
  const place = async (token: string, house_id: number, play_date: string) =>
    (await game.place(token, house_id, [play.direct(7)], { play_date })).id;
  const ids = {
    a: await place(one.token, house.id, today),
    b: await place(other.token, house.id, today),
    c: await place(one.token, house.id, tomorrow),
    d: await place(one.token, second_house.id, today),
  };
  return { one, other, house, second_house, tomorrow, ...ids };
}

describe("the orders of all players", () => {
  test("are today's, newest first, when neither a date nor a phone is given", async () => {
    const { a, b, d, house } = await someOrders();
    expect(await idsOf()).toEqual([d, b, a]);
    expect(await idsOf({ house_id: String(house.id) })).toEqual([b, a]);
  });

  test("are those of the new day in India from its midnight", async () => {
    const { tomorrow, c } = await someOrders();
    await setClock(app.db, at("00:30", tomorrow));
    expect(await idsOf()).toEqual([c]);
  });

  test("are filtered by date, house, phone, and all of these together", async () => {
    const { one, other, house, second_house, tomorrow, a, b, c, d } = await someOrders();
    const house_id = String(house.id);
    expect(await idsOf({ date: tomorrow })).toEqual([c]);
    expect(await idsOf({ date: `${tomorrow}T00:00:00` })).toEqual([c]);
    expect(await idsOf({ phone: one.phone })).toEqual([d, c, a]);
    expect(await idsOf({ phone: `+91 ${other.phone}` })).toEqual([b]);
    expect(await idsOf({ phone: one.phone, house_id })).toEqual([c, a]);
    expect(await idsOf({ phone: one.phone, date: today, house_id })).toEqual([a]);
    expect(await idsOf({ date: today, house_id: String(second_house.id) })).toEqual([d]);
    expect(await idsOf({ date: tomorrow, house_id })).toEqual([c]);
    expect(await idsOf({ phone: "9999999999" })).toEqual([]);
    expect(await idsOf({ date: addDays(today, -1) })).toEqual([]);
    expect(await idsOf({ house_id: "999999" })).toEqual([]);
  });

  test("have the fields that their player sees, and the player", async () => {
    const { one, other, a, b } = await someOrders();
    const { orders } = await list();
    for (const [player, id] of [
      [one, a],
      [other, b],
    ] as const) {
      expect(orders.find((order) => order.id === id)).toEqual({
        ...(await game.order(player.token, id)),
        user: { id: player.id, full_name: player.full_name, phone: player.phone },
      });
    }
  });

  test("are filtered by their current status", async () => {
    const { one, house, a, b, d } = await someOrders();
    const cancelled = await game.place(one.token, house.id, [play.direct(8)], {
      play_date: today,
    });
    await app.ask("POST /orders/{id}/cancel", {
      as: one.token,
      params: { id: String(cancelled.id) },
    });
    const won = await game.place(one.token, house.id, [play.direct(45)], { play_date: today });
    const by = async () => ({
      pending: await idsOf({ status: "pending" }),
      confirmed: await idsOf({ status: "confirmed" }),
      won: await idsOf({ status: "won" }),
      lost: await idsOf({ status: "lost" }),
      cancelled: await idsOf({ status: "cancelled" }),
    });
    const none = { confirmed: [], won: [], lost: [], cancelled: [cancelled.id] };
    expect(await by()).toEqual({ ...none, pending: [won.id, d, b, a] });
    await setClock(app.db, at("16:00", today));
    expect(await by()).toEqual({ ...none, pending: [], confirmed: [won.id, d, b, a] });
    await game.publish(admin, house.id, { first_round: 45 }, today);
    expect(await by()).toEqual({
      pending: [],
      confirmed: [d],
      won: [won.id],
      lost: [b, a],
      cancelled: [cancelled.id],
    });
  });

  test("come in pages, with the number of pages", async () => {
    const { a, b, d } = await someOrders();
    expect(await list({ limit: "2" })).toMatchObject({ orders: [{ id: d }, { id: b }], pages: 2 });
    expect(await list({ limit: "2", skip: "2" })).toMatchObject({ orders: [{ id: a }], pages: 2 });
    expect(await list({ limit: "2", skip: "4" })).toEqual({ orders: [], pages: 2 });
    expect(await list({ status: "lost", limit: "2" })).toEqual({ orders: [], pages: 1 });
  });

  test("are counted up to the limit only", async () => {
    await someOrders();
    expect(await countOrders(app.db, { date: today }, 2)).toBe(2);
    expect(await countOrders(app.db, { date: today }, 10)).toBe(3);
  });

  test("refuse a malformed phone", async () => {
    const refusal = await app.refused("GET /admin/orders", {
      as: admin,
      query: { phone: "98765" },
    });
    expect(refusal).toMatchObject({
      status: 400,
      code: "invalid_phone",
      fields: { phone: "Invalid phone number" },
    });
  });
});

describe("a page far back", () => {
  const crowded = useApp();

  test("knows how many pages follow", async () => {
    await setClock(crowded.db, at("13:00"));
    const house = await aHouse(crowded.db);
    await ensureDraw(crowded.db, house.id, TODAY);
    await fillDraw(crowded.db, house, TODAY, 11_030);
    const pagesAfter = async (skip: number) =>
      (await listAllOrders(crowded.context, { date: TODAY, limit: 10, skip })).pages;
    expect(await pagesAfter(0)).toBe(1_001);
    expect(await pagesAfter(11_000)).toBe(1_103);
  });
});

test("an admin sees any player's order, with its player", async () => {
  const { other, b } = await someOrders();
  const order = await app.ask("GET /admin/orders/{id}", { as: admin, params: { id: String(b) } });
  expect(order).toEqual({
    ...(await game.order(other.token, b)),
    user: { id: other.id, full_name: other.full_name, phone: other.phone },
  });
  const missing = await app.refused("GET /admin/orders/{id}", {
    as: admin,
    params: { id: "999999999" },
  });
  expect(missing).toMatchObject({ status: 404 });
});
