import fc from "fast-check";
import { expect, test } from "vitest";
import { decode, encode } from "../orders/codes.ts";
import { IS_LONG, seedOfRun } from "../testing/seed.ts";
import { aPlay, selectionOf } from "./arbitraries.ts";

// In its own file, because a million runs block the event loop of any server in the same process.
const seed = seedOfRun();

test(`encoding is lossless, and different selections have different codes (SEED=${seed})`, () => {
  fc.assert(
    fc.property(aPlay, aPlay, (one, other) => {
      const selections = [selectionOf(one), selectionOf(other)] as const;
      const codes = selections.map(encode);
      expect(codes.map(decode)).toEqual(selections);
      const is_same = JSON.stringify(selections[0]) === JSON.stringify(selections[1]);
      expect(codes[0] === codes[1]).toBe(is_same);
    }),
    { seed, numRuns: IS_LONG ? 1_000_000 : 10_000 },
  );
});
