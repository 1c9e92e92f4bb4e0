import { beforeAll, expect, test } from "vitest";
import { useApp } from "../testing/app.ts";
import { at, gameOf, TODAY } from "../testing/game.ts";
import { aHouse, anAdmin, setClock } from "../testing/makers.ts";

const app = useApp();
const game = gameOf(app);
const YESTERDAY = "2026-11-19";

beforeAll(async () => {
  await setClock(app.db, at("21:00"));
  const admin = await app.signIn(await anAdmin(app.db));
  const houses = [await aHouse(app.db, { name: "Sohra" }), await aHouse(app.db, { name: "Jowai" })];
  for (const { id } of houses) {
    for (const date of [TODAY, YESTERDAY]) await game.publish(admin, id, { first_round: 1 }, date);
  }
});

test("results are listed newest first, those of a day by the names of their houses", async () => {
  const results = await app.ask("GET /results");
  expect(results.map(({ date, house_name }) => `${date} ${house_name}`)).toEqual([
    `${TODAY} Jowai`,
    `${TODAY} Sohra`,
    `${YESTERDAY} Jowai`,
    `${YESTERDAY} Sohra`,
  ]);
});

test("the latest results are listed by the names of their houses", async () => {
  const latest = await app.ask("GET /results/latest");
  expect(latest.map(({ house }) => house.name)).toEqual(["Jowai", "Sohra"]);
});
