import type { PlayLine } from "../../../contract/orders/schemas.ts";

/** The two houses of a run, and when their rounds close. */
export const HOUSES = [
  { first_round_time: "3:00 PM", second_round_time: "8:00 PM", closing: ["14:45", "19:45"] },
  { first_round_time: "4:11 PM", second_round_time: "5:01 PM", closing: ["15:56", "16:46"] },
] as const;

export const MIN_PLAY = 10;
export const MAX_PLAY = 1_000;

/** The closing of a round of a house on a day, in milliseconds. */
export function closing(house: number, day: string, round: "first" | "second"): number {
  const time = HOUSES[house]?.closing[round === "first" ? 0 : 1] ?? "";
  return Date.parse(`${day}T${time}:00+05:30`);
}

/** The round that must be open for a play: a forecast closes with the first. */
export const gateOf = (play: PlayLine): "first" | "second" =>
  play.type === "forecast" ? "first" : play.round;

/** The closing of an order's earliest round, in milliseconds. */
export const earliestClosing = (house: number, day: string, plays: readonly PlayLine[]): number =>
  Math.min(...plays.map((play) => closing(house, day, gateOf(play))));
