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
 * A clock that advances by one second on every read. Each action runs with the closing between any
 * two of its reads, which exposes code that decides by one read and stores the time of another.
 */
beforeAll(async () => {
  // It reads the clock, too.
  await app.context.listener.close();
  await sql`create sequence looks`.execute(app.db);
  await sql`
    create or replace function clock_now() returns timestamptz language sql volatile
    return (select stopped_at + (nextval('looks') - 1) * interval '1 second' from clock)
  `.execute(app.db);
  await setLooks(3_600);
});

afterEach(() => expectBooksToBalance(app.db));

const MAX_LOOKS = 16;
const CLOSING = Date.parse(at("14:45"));

/** Sets the clock so that its next read is this many seconds before the closing. */
async function setLooks(seconds_before_closing: number): Promise<void> {
  await stopClock(app.db, new Date(CLOSING - seconds_before_closing * 1_000).toISOString());
  await sql`select setval('looks', 1, false)`.execute(app.db);
}

/** Runs the action with the closing before its first read, after its last, and between all. */
async function forEveryClosing(
  act: (scene: { house: TestHouse; player: Player; admin: Player }) => Promise<unknown>,
): Promise<{ answered: number; refused: number }> {
  const admin = await anAdmin(app.db);
  const count = { answered: 0, refused: 0 };
  for (let looks = 0; looks <= MAX_LOOKS; looks += 1) {
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

test("an order is accepted and dated by the same read of the clock", async () => {
  const count = await forEveryClosing(({ house, player }) =>
    place(app, player, house, [play.direct(7), play.forecast(7, 8)]),
  );
  expect(count).toEqual({ answered: MAX_LOOKS, refused: 1 });
});

test("a cancellation is accepted and dated by the same read of the clock", async () => {
  const admin = await anAdmin(app.db);
  const outcomes: string[] = [];
  const houses: TestHouse[] = [];
  for (let looks = 0; looks <= MAX_LOOKS; looks += 1) {
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
  // Publish only now: the work that goes on after publishing reads the clock too.
  await setLooks(-60);
  for (const house of houses) await publish(app, admin, house, { first_round: 7 });
});

test("a result published around the closing pays every order that was in time", async () => {
  const count = await forEveryClosing(({ house, admin }) =>
    publish(app, admin, house, { first_round: 7 }),
  );
  expect(count.answered).toBeGreaterThan(0);
  expect(count.refused).toBeGreaterThan(0);
});

test("an edit of a house around the closing moves no round that has orders", async () => {
  const count = await forEveryClosing(async ({ house, player, admin }) => {
    await updateHouse(app.context, actorOf(admin), house.id, { first_round_time: "2:50 PM" });
    await place(app, player, house, [play.direct(7)]);
  });
  expect(count.answered).toBeGreaterThan(0);
  expect(count.refused).toBeGreaterThan(0);
});
