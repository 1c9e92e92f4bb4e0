import {
  type BetType,
  CURRENT_RATES,
  type Play,
  type Round,
  twoDigits,
} from "../../contract/orders/rules.ts";
import type { OrderNumbers } from "../../contract/orders/schemas.ts";
import type { RatedPlay } from "./most-win.ts";
import { digitsOf, GRID_TYPES } from "./slip.ts";

/** A play as people read it. Amounts in rupees; `won` is null until it is settled. */
export interface ShownPlay {
  type: BetType;
  round: Round | "both";
  digits: string;
  amount: number;
  rate: number;
  won: number | null;
}

/** What is about to be bought, at the rates in force. */
export const showPlays = (plays: readonly Play[]): ShownPlay[] => plays.map(ratePlay).map(showPlay);

/** What an order bought, at the rates frozen with it. */
export const showNumbers = (numbers: OrderNumbers): ShownPlay[] => [
  ...GRID_TYPES.flatMap((type) =>
    numbers[type].map((entry) => ({ type, digits: digitsOf(type, entry.number), ...entry })),
  ),
  ...numbers.forecast.map((entry) => ({
    type: "forecast" as const,
    digits: pairOf(entry.first, entry.second),
    ...entry,
  })),
];

export const ratePlay = (play: Play): RatedPlay => ({ ...play, rate: CURRENT_RATES[play.type] });

/** The plays of an order with their frozen rates, to see what they can win together. */
export const ratedPlaysOf = (numbers: OrderNumbers): RatedPlay[] => [
  ...GRID_TYPES.flatMap((type) => numbers[type].map((entry) => ({ type, ...entry }))),
  ...numbers.forecast.map((entry) => ({ type: "forecast" as const, ...entry })),
];

const showPlay = (play: RatedPlay): ShownPlay => ({
  type: play.type,
  round: play.type === "forecast" ? "both" : play.round,
  digits:
    play.type === "forecast" ? pairOf(play.first, play.second) : digitsOf(play.type, play.number),
  amount: play.amount,
  rate: play.rate,
  won: null,
});

const pairOf = (first: number, second: number) => `${twoDigits(first)} / ${twoDigits(second)}`;
