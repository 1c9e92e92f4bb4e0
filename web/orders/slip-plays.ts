import type { ErrorCode } from "../../contract/errors.ts";
import { type Play, type Round, ROUNDS } from "../../contract/orders/rules.ts";
import { chosenIn, type ForecastRow, GRID_TYPES, type GridType, type Slip } from "./slip.ts";

/** Which rounds still accept plays. */
export type OpenRounds = Readonly<Record<Round, boolean>>;

/** The position of an amount on the slip. */
export type Spot =
  | { type: GridType; round: Round; number: number }
  | { type: "forecast"; row: number };

/** The limits that a slip is checked against, in rupees. */
export interface Bounds {
  min: number;
  max: number;
  balance: number;
}

/** Why a slip cannot be placed; `spot` is set when a single amount is the cause. */
export interface Fault {
  code:
    | Extract<ErrorCode, "no_plays" | "insufficient_balance" | "stake_too_low" | "stake_too_high">
    | "not_whole";
  spot?: Spot;
}

/** Parses a typed amount as whole rupees; undefined when it is empty or not a whole number. */
export const amountOf = (typed: string): number | undefined =>
  /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : undefined;

/** Parses a typed number from 0 to 99; undefined when it is anything else. */
const numberOf = (typed: string): number | undefined =>
  /^\d{1,2}$/.test(typed.trim()) ? Number(typed) : undefined;

/**
 * The plays that the slip would buy, amounts in rupees. Lines without an amount, incomplete
 * forecasts and closed rounds are left out; equal forecasts are merged into one.
 */
export function playsOf(slip: Slip, open: OpenRounds): Play[] {
  const plays = entriesOf(slip, open).flatMap(({ spot, typed }) => {
    const amount = amountOf(typed);
    return amount === undefined || amount === 0 ? [] : [toPlay(slip, spot, amount)];
  });
  return mergeForecasts(plays);
}

export const totalOf = (plays: readonly Play[]): number =>
  plays.reduce((sum, { amount }) => sum + amount, 0);

/** How many lines of a slip would not be bought, by the reason. */
export type LeftOut = Record<"without_amount" | "incomplete_forecasts" | "in_closed_round", number>;

/** Lines without an amount and incomplete forecasts of open rounds, and plays of closed ones. */
export function countLeftOut(slip: Slip, open: OpenRounds): LeftOut {
  const all = entriesOf(slip, { first: true, second: true });
  return {
    without_amount: spotsOf(slip, open).filter(({ typed }) => typed.trim() === "").length,
    incomplete_forecasts: open.first ? slip.forecast.filter(isIncomplete).length : 0,
    in_closed_round: all.length - entriesOf(slip, open).length,
  };
}

const isIncomplete = ({ first, second, amount }: ForecastRow): boolean =>
  `${first}${second}${amount}`.trim() !== "" &&
  (numberOf(first) === undefined || numberOf(second) === undefined);

/** The first reason why the slip cannot be placed, or undefined. */
export function faultOf(slip: Slip, open: OpenRounds, bounds: Bounds): Fault | undefined {
  const entries = entriesOf(slip, open);
  const unreadable = entries.find(({ typed }) => amountOf(typed) === undefined);
  if (unreadable) return { code: codeOfUnreadable(unreadable.typed), spot: unreadable.spot };
  const plays = playsOf(slip, open);
  const total = totalOf(plays);
  if (total === 0) return { code: "no_plays" };
  if (total > bounds.balance) return { code: "insufficient_balance" };
  const low = entries.find(({ typed }) => (amountOf(typed) ?? 0) < bounds.min);
  if (low) return { code: "stake_too_low", spot: low.spot };
  const high = entries.find(({ spot }) => stakeAt(slip, plays, spot) > bounds.max);
  return high && { code: "stake_too_high", spot: high.spot };
}

/**
 * Too many digits is still a whole number, so the stake is too high; a negative amount is too low.
 */
function codeOfUnreadable(typed: string): Fault["code"] {
  if (/^\d+$/.test(typed.trim())) return "stake_too_high";
  return Number(typed) < 0 ? "stake_too_low" : "not_whole";
}

/** The plays in the format of POST /orders/play. */
export const playLinesOf = (plays: readonly Play[]) =>
  plays.map((play) =>
    play.type === "forecast"
      ? {
          type: play.type,
          round: "both" as const,
          forecast_fr: play.first,
          forecast_sr: play.second,
          amount: play.amount,
        }
      : play,
  );

interface Entry {
  spot: Spot;
  typed: string;
}

/** The lines that have an amount. */
const entriesOf = (slip: Slip, open: OpenRounds): Entry[] =>
  spotsOf(slip, open).filter(({ typed }) => typed.trim() !== "");

/** Every chosen number and every forecast with both numbers, in the open rounds. */
function spotsOf(slip: Slip, open: OpenRounds): Entry[] {
  const chosen = ROUNDS.filter((round) => open[round]).flatMap((round) =>
    GRID_TYPES.flatMap((type) =>
      chosenIn(slip[type][round]).map((number) => ({
        spot: { type, round, number },
        typed: slip[type][round][number] ?? "",
      })),
    ),
  );
  return open.first ? [...chosen, ...forecastsOf(slip)] : chosen;
}

const forecastsOf = (slip: Slip): Entry[] =>
  slip.forecast.flatMap(({ first, second, amount }, row) =>
    numberOf(first) === undefined || numberOf(second) === undefined
      ? []
      : [{ spot: { type: "forecast", row }, typed: amount }],
  );

function toPlay(slip: Slip, spot: Spot, amount: number): Play {
  if (spot.type !== "forecast") return { ...spot, amount };
  const row = slip.forecast[spot.row];
  return {
    type: "forecast",
    first: numberOf(row?.first ?? "") ?? 0,
    second: numberOf(row?.second ?? "") ?? 0,
    amount,
  };
}

function mergeForecasts(plays: readonly Play[]): Play[] {
  const merged: Play[] = plays.filter((play) => play.type !== "forecast");
  for (const play of plays.slice(merged.length)) {
    const index = merged.findIndex((other) => isSameForecast(other, play));
    const other = merged[index];
    if (other) merged[index] = { ...other, amount: other.amount + play.amount };
    else merged.push(play);
  }
  return merged;
}

const isSameForecast = (a: Play, b: Play): boolean =>
  a.type === "forecast" && b.type === "forecast" && a.first === b.first && a.second === b.second;

/** The total stake on the selection at a spot, including equal forecasts in other rows. */
function stakeAt(slip: Slip, plays: readonly Play[], spot: Spot): number {
  const selection = toPlay(slip, spot, 0);
  const play = plays.find((other) =>
    selection.type === "forecast"
      ? isSameForecast(selection, other)
      : other.type === selection.type &&
        other.round === selection.round &&
        other.number === selection.number,
  );
  return play?.amount ?? 0;
}
