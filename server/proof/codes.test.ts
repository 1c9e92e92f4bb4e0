import fc from "fast-check";
import { expect, test } from "vitest";
import { decode, encode } from "../orders/codes.ts";
import { IS_LONG, seedOfRun } from "../testing/seed.ts";
import { aPlay, selectionOf } from "./arbitraries.ts";

// A file of its own: a million runs keep the process busy, and a server in it would miss its calls.
const seed = seedOfRun();

test(`each code means its play, and no other (SEED=${seed})`, () => {
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
