import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { MAX_PLAYS } from "../../contract/orders/rules.ts";
import { NewOrder } from "../../contract/orders/schemas.ts";
import { contract } from "../../contract/table.ts";
import { aPlay } from "../proof/arbitraries.ts";
import { seedOfRun } from "../testing/seed.ts";
import { compileCheck, plainCheck } from "./validation.ts";

const seed = seedOfRun();
const isValid = compileCheck(NewOrder);

const aDay = fc
  .date({ min: new Date("2026-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
/** The web app sends a date with a time of zero. */
const aDaySent = fc.tuple(aDay, fc.constantFrom("", "T00:00:00")).map((parts) => parts.join(""));
const anOrder = fc.record({
  house_id: fc.integer({ min: 1 }),
  play_date: aDaySent,
  plays: fc.array(aPlay, { maxLength: 10 }),
});

/** Values that are invalid in a field, or valid only in another field. */
const anything = fc.oneof(
  fc.constantFrom(null, -1, 0, 0.5, 5, 100, 2 ** 53, 1e300, "", "5", "both", "first", "forecast"),
  fc.constantFrom("2026-02-31", "2026-11-20T00:00:00", "2026-11-20 ", "0000-01-01", "+2026-01-01"),
  fc.constantFrom(true, [], {}, [[]], { type: "direct" }),
  fc.jsonValue(),
);
const aField = fc.constantFrom(
  "house_id",
  "play_date",
  "plays",
  "type",
  "round",
  "number",
  "amount",
  "forecast_fr",
  "forecast_sr",
  "__proto__",
  "other",
);

/** An order in which one field, of the order or of one of its plays, is changed or removed. */
const aChangedOrder = fc
  .record({
    order: anOrder,
    field: aField,
    value: fc.option(anything, { nil: undefined }),
    index: fc.option(fc.nat({ max: 9 })),
  })
  .map(({ order, field, value, index }) => {
    const change = (whole: object) =>
      Object.fromEntries([
        ...Object.entries(whole).filter(([name]) => name !== field),
        [field, value],
      ]);
    const changed =
      index === null
        ? change(order)
        : { ...order, plays: order.plays.map((play, n) => (n === index ? change(play) : play)) };
    // As JSON transmits it: undefined fields are left out.
    return JSON.parse(JSON.stringify(changed));
  });

test("only new orders have a plain body, so only their schema needs this test", () => {
  const routes = Object.values(contract).filter((route) => "plain_body" in route);
  expect(routes.map((route) => "body" in route && route.body)).toEqual([NewOrder]);
});

test(`the schema does not change a body that the compiled validator accepts (SEED=${seed})`, () => {
  fc.assert(
    fc.property(fc.oneof(aChangedOrder, anything), (sent) => {
      const read = isValid(sent) ? z.safeParse(NewOrder, sent).data : sent;
      expect(read).toStrictEqual(sent);
    }),
    { seed, numRuns: 20_000 },
  );
});

test(`the compiled validator accepts every usual order (SEED=${seed})`, () => {
  fc.assert(
    fc.property(anOrder, (order) => {
      expect(isValid(order)).toBe(true);
    }),
    { seed, numRuns: 1_000 },
  );
});

test("of a list that is far too long, few items are looked at", () => {
  let looks = 0;
  const play = {
    get type() {
      looks += 1;
      return "direct";
    },
  };
  const sent = { house_id: 1, play_date: "2026-11-20", plays: Array(40_000).fill(play) };
  expect(() => plainCheck(NewOrder)(sent)).toThrow("plays.0.round is missing");
  expect(looks).toBeLessThan(10 * MAX_PLAYS);
});

test("a list that is too long is never cut to one that is accepted", () => {
  const plays = Array(2 * MAX_PLAYS).fill({
    type: "direct",
    round: "first",
    number: 7,
    amount: 10,
  });
  const sent = { house_id: 1, play_date: "2026-11-20", plays };
  expect(plainCheck(NewOrder)(sent)).toStrictEqual({
    ...sent,
    plays: plays.slice(0, MAX_PLAYS + 1),
  });
});
