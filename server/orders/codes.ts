import {
  type BetType,
  endingDigit,
  houseDigit,
  type Play,
  type Round,
} from "../../contract/orders/rules.ts";

/**
 * How an order row stores its plays: a small integer for each selection. This file is the only
 * place that encodes them, decodes them, and matches them with a result.
 *
 *   direct 0–99, house 200–209, ending 220–229 of the first round
 *   direct 100–199, house 210–219, ending 230–239 of the second round
 *   forecast 1000 + 100 × first + second
 */
const FORECAST_CODE = 1000;
const SECOND_DIRECT = 100;
const HOUSE = 200;
const ENDING = 220;
const SECOND_DIGIT = 10;

/**
 * The parts of a draw, as bits. An order is settled part by part; forecasts are a part of their
 * own, which is settled once both rounds are published, in either order.
 */
export const FIRST = 1;
export const SECOND = 2;
export const FORECAST = 4;
export type Part = typeof FIRST | typeof SECOND | typeof FORECAST;

const partOfRound = (round: Round): Part => (round === "first" ? FIRST : SECOND);

/** A play without its stake. */
type Selection =
  | { type: "direct" | "house" | "ending"; round: Round; number: number }
  | { type: "forecast"; first: number; second: number };

export function encode(play: Selection): number {
  if (play.type === "forecast") return FORECAST_CODE + play.first * 100 + play.second;
  const second = play.round === "second";
  switch (play.type) {
    case "direct":
      return (second ? SECOND_DIRECT : 0) + play.number;
    case "house":
      return HOUSE + (second ? SECOND_DIGIT : 0) + play.number;
    case "ending":
      return ENDING + (second ? SECOND_DIGIT : 0) + play.number;
  }
}

export function decode(code: number): Selection {
  if (code >= FORECAST_CODE) {
    const pair = code - FORECAST_CODE;
    return { type: "forecast", first: Math.floor(pair / 100), second: pair % 100 };
  }
  if (code < HOUSE) return onRound("direct", code, SECOND_DIRECT);
  if (code < ENDING) return onRound("house", code - HOUSE, SECOND_DIGIT);
  return onRound("ending", code - ENDING, SECOND_DIGIT);
}

const onRound = (type: "direct" | "house" | "ending", place: number, second: number): Selection =>
  place < second
    ? { type, round: "first", number: place }
    : { type, round: "second", number: place - second };

/** The part whose settlement decides a selection. */
export const partOf = (play: Selection): Part =>
  play.type === "forecast" ? FORECAST : partOfRound(play.round);

/** The round that must be open to play a selection; a forecast closes with the first. */
export const gateOf = (play: Selection): Part =>
  play.type === "forecast" ? FIRST : partOfRound(play.round);

export interface WinningCode {
  code: number;
  type: BetType;
}

/** The numbers of a draw; null while a round is not published. */
export interface DrawNumbers {
  first_number: number | null;
  second_number: number | null;
}

/** The codes that win in a part of a draw; none until its numbers are published. */
export function winningCodes(
  part: Part,
  { first_number, second_number }: DrawNumbers,
): WinningCode[] {
  return winningSelections(part, first_number, second_number).map((selection) => ({
    code: encode(selection),
    type: selection.type,
  }));
}

function winningSelections(part: Part, first: number | null, second: number | null): Selection[] {
  if (part === FIRST) return first === null ? [] : selectionsOn("first", first);
  if (part === SECOND) return second === null ? [] : selectionsOn("second", second);
  return first === null || second === null ? [] : [{ type: "forecast", first, second }];
}

const selectionsOn = (round: Round, number: number): Selection[] => [
  { type: "direct", round, number },
  { type: "house", round, number: houseDigit(number) },
  { type: "ending", round, number: endingDigit(number) },
];

/** Adds up the stakes of equal codes, in rupees, in the order of first appearance. */
export function addUp(plays: readonly Play[]): Map<number, number> {
  const stakes = new Map<number, number>();
  for (const play of plays) {
    const code = encode(play);
    stakes.set(code, (stakes.get(code) ?? 0) + play.amount);
  }
  return stakes;
}
