import fc from "fast-check";
import { ROUNDS } from "../../contract/orders/rules.ts";
import type { PlayLine } from "../../contract/orders/schemas.ts";
import { play } from "../testing/game.ts";

/** Arbitraries of plays as a client sends them, and of numbers of a round. */
export const aNumber = fc.integer({ min: 0, max: 99 });
const aDigit = fc.integer({ min: 0, max: 9 });
const aStake = fc.integer({ min: 10, max: 500 });
const aRound = fc.constantFrom(...ROUNDS);

/** Plays of all bet types, with the given numbers, digits and stakes. */
export const playsOn = (
  number: fc.Arbitrary<number>,
  digit: fc.Arbitrary<number>,
  stake: fc.Arbitrary<number>,
): fc.Arbitrary<PlayLine> =>
  fc.oneof(
    fc.tuple(number, stake, aRound).map((args) => play.direct(...args)),
    fc.tuple(digit, stake, aRound).map((args) => play.house(...args)),
    fc.tuple(digit, stake, aRound).map((args) => play.ending(...args)),
    fc.tuple(number, number, stake).map((args) => play.forecast(...args)),
  );

export const aPlay = playsOn(aNumber, aDigit, aStake);

/** Plays of which about half use the numbers of a draw or their digits, so that many win. */
export const playsNear = (first: number, second: number): fc.Arbitrary<PlayLine[]> => {
  const digits = [first, second].flatMap((number) => [Math.trunc(number / 10), number % 10]);
  const near = playsOn(fc.constantFrom(first, second), fc.constantFrom(...digits), aStake);
  return fc.array(fc.oneof(aPlay, near), { minLength: 1, maxLength: 4 });
};

/** The selection of a play (the play without its stake), in the form that codes.ts uses. */
export const selectionOf = (play: PlayLine) =>
  play.type === "forecast"
    ? { type: play.type, first: play.forecast_fr, second: play.forecast_sr }
    : { type: play.type, round: play.round, number: play.number };
