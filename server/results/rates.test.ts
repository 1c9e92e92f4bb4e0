import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, gameOf, play } from "../testing/game.ts";
import { aHouse, anAdmin, aPlayer, setClock } from "../testing/makers.ts";

const app = useApp();
const game = gameOf(app);

beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

test("a new version of the rates does not change earlier orders", async () => {
  const house = await aHouse(app.db);
  const token = await app.signIn(await aPlayer(app.db, { balance: 500 }));
  const admin = await app.signIn(await anAdmin(app.db));
  const before = await game.place(token, house.id, [play.direct(45, 10)]);
  await sql`
    insert into rates (version, bet_type, multiplier)
    values (2, 'direct', 90), (2, 'house', 9), (2, 'ending', 9), (2, 'forecast', 500)
  `.execute(app.db);
  const after = await game.place(token, house.id, [play.direct(45, 10)]);
  await setClock(app.db, at("21:00"));
  await game.publish(admin, house.id, { first_round: 45 });
  expect(await game.order(token, before.id)).toMatchObject({ winning_amount: 800 });
  expect(await game.order(token, after.id)).toMatchObject({
    winning_amount: 900,
    numbers: { direct: [{ rate: 90, won: 900 }] },
  });
  const page = await app.ask("GET /orders", { as: token });
  expect(page).toEqual([await game.order(token, after.id), await game.order(token, before.id)]);
});

describe("the database refuses", () => {
  test.each([
    ["a changed rate", "update rates set multiplier = 90 where bet_type = 'direct'"],
    ["a deleted rate", "delete from rates where bet_type = 'direct'"],
    ["an emptied table of rates", "truncate rates"],
    ["a version without all bet types", "insert into rates values (3, 'direct', 90)"],
    [
      "an incomplete version next to a complete one",
      `insert into rates
      select 4, bet_type, multiplier from rates where version = 1
      union all values (5, 'direct', 90)`,
    ],
  ])("%s", async (_change, statement) => {
    await expect(sql.raw(statement).execute(app.db)).rejects.toThrow(/append-only|every bet type/);
  });
});
