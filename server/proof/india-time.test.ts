import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { addDays, dayInIndia, instantInIndia, parseClockTime } from "../../contract/dates.ts";
import { closesAt } from "../../contract/houses/rules.ts";
import { clockNow, stopClock } from "../db/clock.ts";
import { canPlay } from "../houses/service.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { play } from "../testing/game.ts";
import { aHouse, aPlayer, setClock } from "../testing/makers.ts";
import { IS_LONG, seedOfRun } from "../testing/seed.ts";
import { outcomeOf, place } from "./scene.ts";

const seed = seedOfRun();
const app = useApp();

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Random days, with extra weight on the ends of years and of February. */
const aDay = fc
  .oneof(
    fc.integer({ min: 0, max: 100 * 365 }),
    fc
      .tuple(
        fc.integer({ min: 2026, max: 2099 }),
        fc.constantFrom("12-31", "01-01", "02-28", "03-01"),
      )
      .map(([year, day]) => (Date.parse(`${year}-${day}`) - Date.parse("2026-01-01")) / DAY_MS),
  )
  .map((days) => addDays("2026-01-01", days));

/** Milliseconds into a day in India. Extra weight on times before 05:30, yesterday in UTC. */
const aTime = fc.oneof(
  fc.integer({ min: 0, max: 5.5 * 60 * 60 * 1_000 }),
  fc.integer({ min: 0, max: DAY_MS - 1 }),
  fc.constantFrom(0, 1, DAY_MS - 1, 5.5 * 60 * 60 * 1_000 - 1, 5.5 * 60 * 60 * 1_000),
);

/** Uses the literal offset and none of the product's date functions. */
const instantOf = (day: string, milliseconds: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000+05:30`) + milliseconds).toISOString();

const anInstant = fc
  .tuple(aDay, aTime)
  .map(([day, time]) => ({ day, instant: instantOf(day, time) }));

test(`dayInIndia agrees with PostgreSQL and with Intl (SEED=${seed})`, async () => {
  const instants = fc.sample(anInstant, { seed, numRuns: IS_LONG ? 200_000 : 5_000 });
  const { rows } = await sql<{ day: string }>`
    select (instant at time zone 'Asia/Kolkata')::date as day
    from unnest(${instants.map(({ instant }) => instant)}::timestamptz[]) with ordinality
      as asked (instant, place)
    order by place
  `.execute(app.db);
  const system = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" });
  instants.forEach(({ day, instant }, n) => {
    expect([dayInIndia(instant), system.format(new Date(instant)), rows[n]?.day]).toEqual([
      day,
      day,
      day,
    ]);
  });
});

test(`today_in_india() is the day of the product's clock (SEED=${seed})`, async () => {
  for (const { day, instant } of fc.sample(anInstant, { seed, numRuns: 100 })) {
    await stopClock(app.db, instant);
    const { rows } = await sql<{ today: string }>`select today_in_india() as today`.execute(app.db);
    expect([await clockNow(app.db), rows[0]?.today]).toEqual([instant, day]);
  }
});

const aRoundTime = fc.record({
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
  notation: fc.constantFrom("24 hours", "12 hours"),
});

type RoundTime = typeof aRoundTime extends fc.Arbitrary<infer T> ? T : never;

function format({ hour, minute, notation }: RoundTime): string {
  const minutes = String(minute).padStart(2, "0");
  if (notation === "24 hours") return `${hour}:${minutes}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minutes} ${hour < 12 ? "AM" : "PM"}`;
}

test(`a round closes 15 minutes before its time (SEED=${seed})`, async () => {
  const rounds = fc.sample(fc.record({ day: aDay, time: aRoundTime }), {
    seed,
    numRuns: IS_LONG ? 100_000 : 3_000,
  });
  const times = rounds.map(({ time: { hour, minute } }) => `${hour}:${minute}`);
  const { rows } = await sql<{ closes_at: string }>`
    select (day + time - interval '15 minutes') at time zone 'Asia/Kolkata' as closes_at
    from unnest(${rounds.map(({ day }) => day)}::date[], ${times}::time[]) with ordinality
      as asked (day, time, place)
    order by place
  `.execute(app.db);
  rounds.forEach(({ day, time }, n) => {
    const text = format(time);
    const house = { first_round_time: text, second_round_time: "" };
    expect(closesAt(house, day, "first"), `${text} on ${day}`).toBe(rows[n]?.closes_at);
    expect(parseClockTime(text)).toBe(time.hour * 60 + time.minute);
    expect(instantInIndia(day, time.hour * 60 + time.minute - 15)).toBe(rows[n]?.closes_at);
  });
});

describe(`at the closing of a round (SEED=${seed})`, () => {
  /** The day of a draw, and any two round times in order, in minutes after midnight. */
  const aDraw = fc
    .record({
      day: aDay,
      times: fc
        .uniqueArray(fc.integer({ min: 0, max: 24 * 60 - 1 }), { minLength: 2, maxLength: 2 })
        .map((minutes) => minutes.toSorted((a, b) => a - b)),
    })
    .map(({ day, times: [first = 0, second = 0] }) => ({ day, first, second }));
  const clockTime = (minutes: number) =>
    format({ hour: Math.trunc(minutes / 60), minute: minutes % 60, notation: "12 hours" });

  test("an order a millisecond before is accepted, one at the closing is refused", async () => {
    const draws = fc.sample(aDraw, { seed, numRuns: IS_LONG ? 1_000 : 25 });
    for (const { day, first, second } of draws) {
      const player = await aPlayer(app.db, { balance: 100 });
      const house = await aHouse(app.db, {
        first_round_time: clockTime(first),
        second_round_time: clockTime(second),
      });
      for (const [round, minutes] of [
        ["first", first],
        ["second", second],
      ] as const) {
        const closing = (minutes - 15) * 60_000;
        const plays = [play.direct(7, 10, round)];
        await setClock(app.db, instantOf(day, closing - 1));
        const { closes_at } = await place(app, player, house, plays, { play_date: day });
        expect(closes_at).toBe(instantOf(day, closing));
        await setClock(app.db, closes_at);
        const late = await outcomeOf(place(app, player, house, plays, { play_date: day }));
        expect(late).toEqual({ refused: "round_closed" });
        const shown = await canPlay(app.context, house.id, { play_date: day });
        expect(shown[`${round}_round`]).toEqual({ open: false, closes_at });
      }
    }
    await expectBooksToBalance(app.db);
  });
});
