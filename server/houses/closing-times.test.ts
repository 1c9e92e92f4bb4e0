import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PlayLine } from "../../contract/orders/schemas.ts";
import { useApp } from "../testing/app.ts";
import { at, gameOf, play, TODAY, TOMORROW } from "../testing/game.ts";
import { aHouse, anAdmin, aPlayer, setClock } from "../testing/makers.ts";
import { untilWaiting } from "../testing/waiting.ts";
import { ensureDraw } from "./service.ts";

const app = useApp();
const game = gameOf(app);
let admin = "";
let player = { id: 0, token: "" };

beforeAll(async () => {
  admin = await app.signIn(await anAdmin(app.db));
  const account = await aPlayer(app.db, { balance: 100_000 });
  player = { id: account.id, token: await app.signIn(account) };
});
beforeEach(() => setClock(app.db, at("13:00")));

interface WithId {
  id: number;
}
const params = ({ id }: WithId) => ({ id: String(id) });
const update = (house: WithId, body: object) =>
  app.ask("PUT /houses/{id}", { as: admin, params: params(house), body });
const place = (house: WithId, plays: PlayLine[], play_date = TODAY) =>
  game.place(player.token, house.id, plays, { play_date });
const refusalOfPlacing = async (house: WithId, plays: PlayLine[]) => {
  const body = { house_id: house.id, play_date: TODAY, plays };
  return (await app.refused("POST /orders/play", { as: player.token, body })).code;
};

const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const clockOf = (instant: string) =>
  new Date(instant).toLocaleTimeString("en-GB", { ...CLOCK, timeZone: "Asia/Kolkata" });

/** The closing times of a draw's rounds in India's zone. */
async function closingTimes(house: WithId, play_date = TODAY): Promise<string[]> {
  const { rows } = await sql<{ first_closes_at: string; second_closes_at: string }>`
    select first_closes_at, second_closes_at
    from draws
    where house_id = ${house.id} and play_date = ${play_date}
  `.execute(app.db);
  return rows.flatMap((draw) => [clockOf(draw.first_closes_at), clockOf(draw.second_closes_at)]);
}

const later = { first_round_time: "4:00 PM", second_round_time: "9:00 PM" };
const first = play.direct(1);
const second = play.direct(1, 10, "second");
const both = play.forecast(1, 2);

describe("when a house's times are changed from 3 and 8 PM to 4 and 9 PM", () => {
  test.each<[string, PlayLine[], string[]]>([
    ["both rounds move when nobody has played", [], ["15:45", "20:45"]],
    ["a first round with an order stays", [first], ["14:45", "20:45"]],
    ["a second round with an order stays", [second], ["15:45", "19:45"]],
    ["both stay when one order has plays on both", [first, second], ["14:45", "19:45"]],
    ["both stay when an order has a forecast", [both], ["14:45", "19:45"]],
  ])("%s", async (_, plays, times) => {
    const house = await aHouse(app.db);
    await ensureDraw(app.db, house.id, TODAY);
    if (plays.length > 0) await place(house, plays);
    expect(await update(house, later)).toMatchObject(later);
    expect(await closingTimes(house)).toEqual(times);
  });

  test("the second round moves alone when only its time is changed", async () => {
    const house = await aHouse(app.db);
    await ensureDraw(app.db, house.id, TODAY);
    await update(house, { second_round_time: later.second_round_time });
    expect(await closingTimes(house)).toEqual(["14:45", "20:45"]);
  });

  test("a round with a cancelled order stays", async () => {
    const house = await aHouse(app.db);
    const order = await place(house, [first]);
    await app.ask("POST /orders/{id}/cancel", { as: player.token, params: params(order) });
    await update(house, later);
    expect(await closingTimes(house)).toEqual(["14:45", "20:45"]);
  });

  test("each day's draw moves independently", async () => {
    const house = await aHouse(app.db);
    await place(house, [first], TODAY);
    await place(house, [second], TOMORROW);
    await update(house, later);
    expect(await closingTimes(house, TODAY)).toEqual(["14:45", "20:45"]);
    expect(await closingTimes(house, TOMORROW)).toEqual(["15:45", "19:45"]);
  });

  test("a round that has closed does not open again, even without orders", async () => {
    const house = await aHouse(app.db);
    await ensureDraw(app.db, house.id, TODAY);
    await setClock(app.db, at("14:45"));
    await update(house, later);
    expect(await closingTimes(house)).toEqual(["14:45", "20:45"]);
    expect(await refusalOfPlacing(house, [first])).toBe("round_closed");
    await setClock(app.db, at("20:45"));
    await update(house, { second_round_time: "11:00 PM" });
    expect(await closingTimes(house)).toEqual(["14:45", "20:45"]);
  });

  test("draws of past days keep their times", async () => {
    const house = await aHouse(app.db);
    await ensureDraw(app.db, house.id, "2026-11-19");
    await update(house, later);
    expect(await closingTimes(house, "2026-11-19")).toEqual(["14:45", "19:45"]);
  });

  test("other houses keep their times", async () => {
    const house = await aHouse(app.db);
    const other = await aHouse(app.db);
    await ensureDraw(app.db, other.id, TODAY);
    await update(house, later);
    expect(await closingTimes(other)).toEqual(["14:45", "19:45"]);
  });

  test("a day without a draw gets the new times with its first order", async () => {
    const house = await aHouse(app.db);
    await update(house, later);
    await place(house, [first]);
    expect(await closingTimes(house)).toEqual(["15:45", "20:45"]);
  });
});

describe("the first round of a day always closes before the second", () => {
  test.each<[string, PlayLine, object, string[]]>([
    [
      "a second round does not move before a first round that has an order",
      first,
      { first_round_time: "10:00 AM", second_round_time: "2:00 PM" },
      ["14:45", "19:45"],
    ],
    [
      "a second round does not move to the time of a first round that has an order",
      first,
      { first_round_time: "10:00 AM", second_round_time: "3:00 PM" },
      ["14:45", "19:45"],
    ],
    [
      "a first round does not move behind a second round that has an order",
      second,
      { first_round_time: "8:30 PM", second_round_time: "9:00 PM" },
      ["14:45", "19:45"],
    ],
    [
      "a second round moves earlier as long as it stays behind the first",
      first,
      { first_round_time: "10:00 AM", second_round_time: "3:01 PM" },
      ["14:45", "14:46"],
    ],
  ])("%s", async (_, played, times, closing) => {
    const house = await aHouse(app.db);
    await place(house, [played]);
    await update(house, times);
    expect(await closingTimes(house)).toEqual(closing);
  });
});

test("a round may move to a time in the past, which closes it for good", async () => {
  const house = await aHouse(app.db);
  await ensureDraw(app.db, house.id, TODAY);
  await update(house, { first_round_time: "1:00 PM" });
  expect(await refusalOfPlacing(house, [first])).toBe("round_closed");
  await update(house, { first_round_time: "5:00 PM" });
  expect(await closingTimes(house)).toEqual(["12:45", "19:45"]);
});

test("changes of other fields do not move the closing times", async () => {
  const house = await aHouse(app.db);
  await ensureDraw(app.db, house.id, TODAY);
  await update(house, { name: "Shillong", min_play: 5, is_active: false });
  await update(house, { first_round_time: "3:00 PM", is_active: true });
  expect(await closingTimes(house)).toEqual(["14:45", "19:45"]);
});

describe("an order in flight", () => {
  /** Starts an order that holds its draw and waits for its wallet; then starts the change. */
  async function whileAnOrderWaits<T>(house: WithId, change: () => Promise<T>) {
    const { order, changed } = await app.db.transaction().execute(async (tx) => {
      await sql`select 1 from wallets where user_id = ${player.id} for update`.execute(tx);
      const order = place(house, [first]);
      await untilWaiting(app.db, 1);
      const changed = change();
      await untilWaiting(app.db, 2);
      return { order, changed };
    });
    return [await order, await changed] as const;
  }

  test("is accepted before a deactivation, after which no order is accepted", async () => {
    const house = await aHouse(app.db);
    await ensureDraw(app.db, house.id, TODAY);
    const deactivate = () => update(house, { is_active: false });
    const [order, changed] = await whileAnOrderWaits(house, deactivate);
    expect([order.status, changed.is_active]).toEqual(["pending", false]);
    expect(await refusalOfPlacing(house, [first])).toBe("house_inactive");
  });

  test("keeps the closing time of its round when the house's times are changed", async () => {
    const house = await aHouse(app.db);
    await ensureDraw(app.db, house.id, TODAY);
    const [order] = await whileAnOrderWaits(house, () => update(house, later));
    expect(clockOf(order.closes_at)).toBe("14:45");
    expect(await closingTimes(house)).toEqual(["14:45", "20:45"]);
  });

  test("that comes during a change is judged by the new state of the house", async () => {
    const house = await aHouse(app.db);
    await ensureDraw(app.db, house.id, TODAY);
    await ensureDraw(app.db, house.id, TOMORROW);
    const [changed, refusal] = await app.db.transaction().execute(async (tx) => {
      // The change locks tomorrow's draw second: it holds today's while it waits for this lock.
      await sql`
        select 1 from draws where house_id = ${house.id} and play_date = ${TOMORROW} for share
      `.execute(tx);
      const changed = update(house, { min_play: 50 });
      await untilWaiting(app.db, 1);
      const refusal = refusalOfPlacing(house, [first]);
      await untilWaiting(app.db, 2);
      return [changed, refusal] as const;
    });
    expect((await changed).min_play).toBe(50);
    expect(await refusal).toBe("stake_too_low");
  });
});

test("concurrent orders and changes of the times never move a round that has orders", async () => {
  const house = await aHouse(app.db);
  const times = [later, { first_round_time: "3:00 PM", second_round_time: "8:00 PM" }];
  const orders = Array.from({ length: 10 }, () => place(house, [first, second]));
  const changes = Array.from({ length: 10 }, (_, n) => update(house, times[n % 2] ?? later));
  const placed = await Promise.all(orders);
  await Promise.all(changes);
  const [closing] = await closingTimes(house);
  expect(new Set(placed.map(({ closes_at }) => clockOf(closes_at)))).toEqual(new Set([closing]));
});
