import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PlayLine } from "../../contract/orders/schemas.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, gameOf, play, TODAY } from "../testing/game.ts";
import { aHouse, aPlayer, setClock } from "../testing/makers.ts";

const app = useApp();
const game = gameOf(app);

beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

/** Places orders that must be refused, for a player with ₹500, and returns the refusal. */
async function aTable(wishes: Parameters<typeof aHouse>[1] = {}) {
  const house = await aHouse(app.db, { max_play: 100, ...wishes });
  const token = await app.signIn(await aPlayer(app.db, { balance: 500 }));
  const refused = (plays: PlayLine[], { house_id = house.id, play_date = TODAY } = {}) =>
    app.refused("POST /orders/play", { as: token, body: { house_id, play_date, plays } });
  const expectNothingPlaced = async () => {
    expect(await game.balance(token)).toBe(500);
    expect(await app.ask("GET /orders", { as: token })).toEqual([]);
  };
  return { house, token, refused, expectNothingPlaced };
}

describe("a stake outside of the house's limits is refused with the limit", () => {
  const too_low = { code: "stake_too_low", detail: "Minimum play amount is ₹10" };
  const too_high = { code: "stake_too_high", detail: "Maximum play amount is ₹100" };

  test.each([
    [9, too_low],
    [0, too_low],
    [-1, too_low],
    [-10, too_low],
    [Number.MIN_SAFE_INTEGER, too_low],
    [-1e300, too_low],
    [101, too_high],
    [1_000_001, too_high],
    [2_000_000, too_high],
    [21_474_836, too_high],
    [21_474_837, too_high],
    [1e14, too_high],
    [Number.MAX_SAFE_INTEGER, too_high],
    [1e16, too_high],
    [Number.MAX_VALUE, too_high],
  ])("%d rupees", async (stake, refusal) => {
    const { refused, expectNothingPlaced } = await aTable();
    const plays = [play.direct(1, 10), play.direct(2, stake)];
    expect(await refused(plays)).toMatchObject({ status: 400, ...refusal });
    await expectNothingPlaced();
  });

  test("negative, next to a valid stake on the same number", async () => {
    const { refused, expectNothingPlaced } = await aTable();
    expect(await refused([play.direct(1, 20), play.direct(1, -10)])).toMatchObject(too_low);
    await expectNothingPlaced();
  });

  test("negative, next to more than the balance on the same number", async () => {
    const { refused, expectNothingPlaced } = await aTable();
    const most = play.direct(1, Number.MAX_VALUE);
    expect(await refused([most, most, play.direct(1, -10)])).toMatchObject(too_low);
    await expectNothingPlaced();
  });

  test("above the greatest limit that the database can hold", async () => {
    const { refused, expectNothingPlaced } = await aTable({ max_play: 21_474_836 });
    const refusal = await refused([play.direct(1, 21_474_837)]);
    expect(refusal).toMatchObject({ code: "stake_too_high", params: { max: 21_474_836 } });
    await expectNothingPlaced();
  });
});

describe.each([10, 2_000_000, 1e14, -1])(
  "a stake of %d rupees is refused for a more basic fault",
  (stake) => {
    const plays = [play.direct(1, stake)];

    test("with an unknown house", async () => {
      const { refused, expectNothingPlaced } = await aTable();
      expect(await refused(plays, { house_id: 999_999 })).toMatchObject({ code: "not_found" });
      await expectNothingPlaced();
    });

    test("with an inactive house", async () => {
      const { refused, expectNothingPlaced } = await aTable({ is_active: false });
      expect(await refused(plays)).toMatchObject({ code: "house_inactive" });
      await expectNothingPlaced();
    });

    test("with yesterday", async () => {
      const { refused, expectNothingPlaced } = await aTable();
      const refusal = await refused(plays, { play_date: "2026-11-19" });
      expect(refusal).toMatchObject({ code: "date_not_playable" });
      await expectNothingPlaced();
    });
  },
);

test("a stake of half a rupee is refused", async () => {
  const { refused, expectNothingPlaced } = await aTable();
  expect(await refused([play.direct(1, 10.5)])).toMatchObject({
    code: "invalid_input",
    detail: "Please check what was sent: plays.0.amount must be whole rupees",
  });
  await expectNothingPlaced();
});

test("a negative stake under the key of an order with the same total is refused", async () => {
  const { house, token } = await aTable();
  const key = randomUUID();
  await game.place(token, house.id, [play.direct(1, 10)], { key });
  const plays = [play.direct(1, 20), play.direct(1, -10)];
  const refusal = await app.refused("POST /orders/play", {
    as: token,
    body: { house_id: house.id, play_date: TODAY, plays },
    headers: { "idempotency-key": key },
  });
  expect(refusal.code).toBe("idempotency_conflict");
  expect(await game.balance(token)).toBe(490);
});
