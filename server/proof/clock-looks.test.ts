import { sql } from "kysely";
import { afterEach, beforeAll, expect, test } from "vitest";
import { stopClock } from "../db/clock.ts";
import { updateHouse } from "../houses/service.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, play } from "../testing/game.ts";
import {
  actorOf,
  aHouse,
  anAdmin,
  aPlayer,
  type Player,
  type TestHouse,
} from "../testing/makers.ts";
import { cancel, outcomeOf, place, publish } from "./scene.ts";

const app = useApp();

/**
 * A clock that moves on by a second each time that somebody looks. Whoever judges by one look and
 * writes down another is found out: the closing is put between any two looks of each action.
 */
beforeAll(async () => {
  await sql`create sequence looks`.execute(app.db);
  await sql`
    create or replace function clock_now() returns timestamptz language sql volatile
    return (select stopped_at + (nextval('looks') - 1) * interval '1 second' from clock)
  `.execute(app.db);
  await setLooks(3_600);
});

afterEach(() => expectBooksToBalance(app.db));

const MOST_LOOKS = 16;
const CLOSING = Date.parse(at("14:45"));

/** The next look shows that many seconds before the closing, the one after it a second later. */
async function setLooks(seconds_before_closing: number): Promise<void> {
  await stopClock(app.db, new Date(CLOSING - seconds_before_closing * 1_000).toISOString());
  await sql`select setval('looks', 1, false)`.execute(app.db);
}

/** Does it with the closing before its first look, after its last, and everywhere between. */
async function forEveryClosing(
  act: (scene: { house: TestHouse; player: Player; admin: Player }) => Promise<unknown>,
): Promise<{ answered: number; refused: number }> {
  const admin = await anAdmin(app.db);
  const count = { answered: 0, refused: 0 };
  for (let looks = 0; looks <= MOST_LOOKS; looks += 1) {
    await setLooks(3_600);
    const scene = {
      house: await aHouse(app.db),
      player: await aPlayer(app.db, { balance: 100 }),
      admin,
    };
    await place(app, scene.player, scene.house, [play.direct(7)]);
    await setLooks(looks);
    const { refused } = await outcomeOf(act(scene));
    count[refused === undefined ? "answered" : "refused"] += 1;
  }
  return count;
}

test("an order is judged and dated by one look at the clock", async () => {
  const count = await forEveryClosing(({ house, player }) =>
    place(app, player, house, [play.direct(7), play.forecast(7, 8)]),
  );
  expect(count).toEqual({ answered: MOST_LOOKS, refused: 1 });
});

test("a cancellation is judged and dated by one look at the clock", async () => {
  const admin = await anAdmin(app.db);
  const outcomes: string[] = [];
  const houses: TestHouse[] = [];
  for (let looks = 0; looks <= MOST_LOOKS; looks += 1) {
    await setLooks(3_600);
    const house = await aHouse(app.db);
    houses.push(house);
    const player = await aPlayer(app.db, { balance: 100 });
    const order = await place(app, player, house, [play.direct(7)]);
    await setLooks(looks);
    const { refused } = await outcomeOf(cancel(app, player, order));
    outcomes.push(refused ?? "cancelled");
  }
  expect(outcomes[0]).toBe("order_not_pending");
  expect(outcomes.at(-1)).toBe("cancelled");
  // Not in between: what goes on after a publishing looks at the clock, too.
  await setLooks(-60);
  for (const house of houses) await publish(app, admin, house, { first_round: 7 });
});

test("a result published around the closing pays whoever was in time", async () => {
  const count = await forEveryClosing(({ house, admin }) =>
    publish(app, admin, house, { first_round: 7 }),
  );
  expect(count.answered).toBeGreaterThan(0);
  expect(count.refused).toBeGreaterThan(0);
});

test("a house edited around a closing moves no round that has orders", async () => {
  const count = await forEveryClosing(async ({ house, player, admin }) => {
    await updateHouse(app.context, actorOf(admin), house.id, { first_round_time: "2:50 PM" });
    await place(app, player, house, [play.direct(7)]);
  });
  expect(count.answered).toBeGreaterThan(0);
  expect(count.refused).toBeGreaterThan(0);
});
