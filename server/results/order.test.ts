import { beforeAll, expect, test } from "vitest";
import { useApp } from "../testing/app.ts";
import { at, gameOf, TODAY } from "../testing/game.ts";
import { aHouse, anAdmin, setClock } from "../testing/makers.ts";

const app = useApp();
const game = gameOf(app);
const YESTERDAY = "2026-11-19";
let admin = "";

beforeAll(async () => {
  await setClock(app.db, at("21:00"));
  admin = await app.signIn(await anAdmin(app.db));
  const houses = [await aHouse(app.db, { name: "Sohra" }), await aHouse(app.db, { name: "Jowai" })];
  for (const { id } of houses) {
    for (const date of [TODAY, YESTERDAY]) await game.publish(admin, id, { first_round: 1 }, date);
  }
});

test("results are listed newest first, and by house name within a day, for all", async () => {
  for (const as of [undefined, admin]) {
    const results = await app.ask("GET /results", { as });
    expect(results.map(({ date, house_name }) => `${date} ${house_name}`)).toEqual([
      `${TODAY} Jowai`,
      `${TODAY} Sohra`,
      `${YESTERDAY} Jowai`,
      `${YESTERDAY} Sohra`,
    ]);
  }
});

test("the latest results are listed by house name", async () => {
  const latest = await app.ask("GET /results/latest");
  expect(latest.map(({ house }) => house.name)).toEqual(["Jowai", "Sohra"]);
});

test("an unpublished result stays on the admins' list at any age", async () => {
  const { id } = await aHouse(app.db, { name: "Mawlai" });
  const long_ago = { house_id: id, date: "2026-08-01" };
  await game.publish(admin, id, { first_round: 1 }, long_ago.date);
  await app.ask("POST /results", { as: admin, body: { ...long_ago, second_round: 2 } });
  const query = { house_id: String(id) };
  const rows = await app.ask("GET /results", { as: admin, query });
  expect(rows).toMatchObject([{ ...long_ago, second_round: 2, is_published: false }]);
  expect(await app.ask("GET /results", { query })).toEqual([]);
  const of_a_day = { ...query, date: TODAY };
  expect(await app.ask("GET /results", { as: admin, query: of_a_day })).toEqual([]);
});
