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

/** A play for display. Amounts are in rupees; `won` is null until the play is settled. */
export interface ShownPlay {
  type: BetType;
  round: Round | "both";
  digits: string;
  amount: number;
  rate: number;
  won: number | null;
}

/** Plays that are about to be placed, at the current rates. */
export const toShownPlays = (plays: readonly Play[]): ShownPlay[] =>
  plays.map((play) => toShownPlay({ ...ratePlay(play), won: null }));

/** The plays of an order, at the rates under which it was accepted. */
export const shownPlaysOf = (numbers: OrderNumbers): ShownPlay[] =>
  ratedPlaysOf(numbers).map(toShownPlay);

export const ratePlay = (play: Play): RatedPlay => ({ ...play, rate: CURRENT_RATES[play.type] });

/** The plays of an order with the rates under which it was accepted, for `mostWin`. */
export const ratedPlaysOf = (numbers: OrderNumbers): SettledPlay[] => [
  ...GRID_TYPES.flatMap((type) => numbers[type].map((entry) => ({ type, ...entry }))),
  ...numbers.forecast.map((entry) => ({ type: "forecast" as const, ...entry })),
];

type SettledPlay = RatedPlay & Pick<ShownPlay, "won">;

const toShownPlay = (play: SettledPlay): ShownPlay => ({
  type: play.type,
  round: play.type === "forecast" ? "both" : play.round,
  digits:
    play.type === "forecast"
      ? `${twoDigits(play.first)} / ${twoDigits(play.second)}`
      : digitsOf(play.type, play.number),
  amount: play.amount,
  rate: play.rate,
  won: play.won,
});
