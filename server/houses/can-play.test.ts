import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { useApp } from "../testing/app.ts";
import { at, gameOf, play, TODAY, TOMORROW } from "../testing/game.ts";
import { aHouse, anAdmin, aPlayer, setClock } from "../testing/makers.ts";
import { ensureDraw } from "./service.ts";

const app = useApp();
const game = gameOf(app);

const canPlay = ({ id }: { id: number }, play_date?: string) =>
  app.ask("GET /houses/{id}/can-play", { params: { id: String(id) }, query: { play_date } });

/** Whether the house takes plays on the day, and whether its first and second round are open. */
async function open(house: { id: number }, play_date?: string): Promise<boolean[]> {
  const { can_play, first_round, second_round } = await canPlay(house, play_date);
  return [can_play, first_round.open, second_round.open];
}

const ALL = [true, true, true];
const SECOND_ONLY = [true, false, true];
const NONE = [false, false, false];

describe("a house with rounds at 3 and 8 PM", () => {
  test.each<[string, string, boolean[]]>([
    [at("00:00"), TODAY, ALL],
    [at("14:44"), TODAY, ALL],
    [at("14:45"), TODAY, SECOND_ONLY],
    [at("19:44"), TODAY, SECOND_ONLY],
    [at("19:45"), TODAY, NONE],
    [at("23:59"), TODAY, NONE],
    [at("00:00"), TOMORROW, ALL],
    [at("23:59"), TOMORROW, ALL],
    [at("13:00"), "2026-11-19", NONE],
    [at("13:00"), "2026-11-22", NONE],
    [at("13:00"), "2199-12-31", NONE],
    [at("13:00"), "2000-01-01", NONE],
    // 18:30 UTC is midnight in India.
    ["2026-11-19T18:29:00Z", TODAY, ALL],
    ["2026-11-19T18:29:00Z", TOMORROW, NONE],
    ["2026-11-19T18:30:00Z", TOMORROW, ALL],
    [at("23:59", "2026-12-31"), "2027-01-01", ALL],
    [at("00:00", "2027-01-01"), "2026-12-31", NONE],
  ])("at %s for %s", async (instant, play_date, rounds) => {
    await setClock(app.db, instant);
    const house = await aHouse(app.db);
    expect(await open(house, play_date)).toEqual(rounds);
    await ensureDraw(app.db, house.id, play_date);
    expect(await open(house, play_date)).toEqual(rounds);
  });

  test("has the database's clock and the closing time of each round, as instants", async () => {
    await setClock(app.db, at("13:00"));
    const house = await aHouse(app.db);
    expect(await canPlay(house, `${TODAY}T00:00:00`)).toEqual({
      can_play: true,
      server_time: expect.stringMatching(/^2026-11-20T07:30:\d\d\.\d{3}Z$/),
      first_round: { open: true, closes_at: "2026-11-20T09:15:00.000Z" },
      second_round: { open: true, closes_at: "2026-11-20T14:15:00.000Z" },
    });
  });

  test("defaults to today in India", async () => {
    await setClock(app.db, "2026-11-19T18:30:00Z");
    const { first_round } = await canPlay(await aHouse(app.db));
    expect(first_round.closes_at).toBe("2026-11-20T09:15:00.000Z");
  });
});

test("an inactive house takes no plays, even while its rounds are open", async () => {
  await setClock(app.db, at("13:00"));
  expect(await open(await aHouse(app.db, { is_active: false }), TODAY)).toEqual([
    false,
    true,
    true,
  ]);
});

test("a round with an order keeps its stored closing time", async () => {
  await setClock(app.db, at("13:00"));
  const house = await aHouse(app.db);
  const admin = await app.signIn(await anAdmin(app.db));
  const token = await app.signIn(await aPlayer(app.db, { balance: 100 }));
  await game.place(token, house.id, [play.direct(1)]);
  const body = { first_round_time: "4:00 PM", second_round_time: "9:00 PM" };
  await app.ask("PUT /houses/{id}", { as: admin, params: { id: String(house.id) }, body });
  expect(await canPlay(house, TODAY)).toMatchObject({
    first_round: { closes_at: "2026-11-20T09:15:00.000Z" },
    second_round: { closes_at: "2026-11-20T15:15:00.000Z" },
  });
  expect(await canPlay(house, TOMORROW)).toMatchObject({
    first_round: { closes_at: "2026-11-21T10:15:00.000Z" },
  });
});

test("a round whose number is published is closed, even before its closing time", async () => {
  await setClock(app.db, at("13:00"));
  const house = await aHouse(app.db);
  await ensureDraw(app.db, house.id, TODAY);
  await sql`update draws set first_number = 0 where house_id = ${house.id}`.execute(app.db);
  expect(await open(house, TODAY)).toEqual(SECOND_ONLY);
});

test("an unknown house is refused as not_found, an invalid day as invalid_input", async () => {
  const house = await aHouse(app.db);
  const refusalOf = (id: number, play_date: string) =>
    app.refused("GET /houses/{id}/can-play", { params: { id: String(id) }, query: { play_date } });
  expect((await refusalOf(999_999, TODAY)).code).toBe("not_found");
  for (const day of ["2026-02-30", "0000-01-01", "today", "99999-01-01"]) {
    expect((await refusalOf(house.id, day)).code).toBe("invalid_input");
  }
});

test("concurrent requests each get their house and day", async () => {
  await setClock(app.db, at("15:00"));
  const [house, later] = await Promise.all([
    aHouse(app.db),
    aHouse(app.db, { first_round_time: "5:00 PM", second_round_time: "6:00 PM" }),
  ]);
  const asked = [
    open(house, TODAY),
    app.refused("GET /houses/{id}/can-play", { params: { id: "999999" } }),
    open(later),
    open(house, TOMORROW),
    open(house),
    open(later, "2199-12-31"),
  ];
  expect(await Promise.all(asked)).toMatchObject([
    SECOND_ONLY,
    { code: "not_found" },
    ALL,
    ALL,
    SECOND_ONLY,
    NONE,
  ]);
});
