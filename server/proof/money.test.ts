import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { MAX_PAISE, parseRupees, toRupees } from "../../contract/money.ts";
import { RupeesSent } from "../../contract/schemas.ts";
import { useDatabase } from "../testing/database.ts";
import { IS_LONG, seedOfRun } from "../testing/seed.ts";

const seed = seedOfRun();
const numRuns = IS_LONG ? 1_000_000 : 5_000;
const database = useDatabase();

/** Converts written rupees to paise by their digits alone, without arithmetic. */
function paiseOf(text: string): bigint {
  const [whole = "", decimals = ""] = text.split(".");
  return BigInt(whole + decimals.padEnd(2, "0"));
}

const anAmount = fc
  .tuple(
    fc.oneof(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: MAX_PAISE / 100 - 1 })),
    fc.stringMatching(/^(\.\d{1,2})?$/),
  )
  .map(([whole, decimals]) => `${whole}${decimals}`);

test(`rupees in JSON are converted to the exact paise (SEED=${seed})`, () => {
  fc.assert(
    fc.property(anAmount, (text) => {
      expect(BigInt(z.parse(RupeesSent, JSON.parse(text)))).toBe(paiseOf(text));
    }),
    { seed, numRuns },
  );
});

test(`rupees with a third decimal are refused (SEED=${seed})`, () => {
  const too_fine = fc
    .tuple(fc.integer({ min: 0, max: 9_999_999 }), fc.stringMatching(/^\d{2}[1-9]$/))
    .map(([whole, decimals]) => `${whole}.${decimals}`);
  fc.assert(
    fc.property(too_fine, (text) => {
      expect(parseRupees(JSON.parse(text))).toBeUndefined();
      expect(z.safeParse(RupeesSent, JSON.parse(text)).success).toBe(false);
    }),
    { seed, numRuns },
  );
});

test(`paise stay exact in the database, in its sums and in JSON (SEED=${seed})`, async () => {
  const some = fc.array(fc.integer({ min: 0, max: MAX_PAISE }), { minLength: 1, maxLength: 100 });
  const amounts = fc.sample(some, { seed, numRuns: 50 });
  for (const paise of amounts) {
    const { rows } = await sql<{ kept: number[]; total: string }>`
      select array_agg(paise order by place)::float8[] as kept, sum(paise)::text as total
      from unnest(${paise}::bigint[]) with ordinality as sent (paise, place)
    `.execute(database.db);
    expect(rows[0]?.kept).toEqual(paise);
    expect(BigInt(rows[0]?.total ?? 0)).toBe(paise.reduce((sum, item) => sum + BigInt(item), 0n));
    for (const item of paise)
      expect(parseRupees(JSON.parse(JSON.stringify(toRupees(item))))).toBe(item);
  }
});
