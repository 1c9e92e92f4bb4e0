import fc from "fast-check";
import { ROUNDS } from "../../contract/orders/rules.ts";
import type { PlayLine } from "../../contract/orders/schemas.ts";
import { play } from "../testing/game.ts";

/** Random plays as they are sent, and random numbers of draws. */
export const aNumber = fc.integer({ min: 0, max: 99 });
const aDigit = fc.integer({ min: 0, max: 9 });
const aStake = fc.integer({ min: 10, max: 500 });
const aRound = fc.constantFrom(...ROUNDS);

/** Plays of all types on some numbers and digits, with some stakes. */
export const playsOn = (
  number: fc.Arbitrary<number>,
  digit: fc.Arbitrary<number>,
  stake: fc.Arbitrary<number>,
): fc.Arbitrary<PlayLine> =>
  fc.oneof(
    fc.tuple(number, stake, aRound).map((of) => play.direct(...of)),
    fc.tuple(digit, stake, aRound).map((of) => play.house(...of)),
    fc.tuple(digit, stake, aRound).map((of) => play.ending(...of)),
    fc.tuple(number, number, stake).map((of) => play.forecast(...of)),
  );

export const aPlay = playsOn(aNumber, aDigit, aStake);

/** Plays of which about half are near the numbers of a draw: on them, or beside them. */
export const playsNear = (first: number, second: number): fc.Arbitrary<PlayLine[]> => {
  const digits = [first, second].flatMap((number) => [Math.trunc(number / 10), number % 10]);
  const near = playsOn(fc.constantFrom(first, second), fc.constantFrom(...digits), aStake);
  return fc.array(fc.oneof(aPlay, near), { minLength: 1, maxLength: 4 });
};

/** What a play is on, as codes.ts has it: the play without its stake. */
export const selectionOf = (play: PlayLine) =>
  play.type === "forecast"
    ? { type: play.type, first: play.forecast_fr, second: play.forecast_sr }
    : { type: play.type, round: play.round, number: play.number };
