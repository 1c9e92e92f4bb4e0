import { instantInIndia, parseClockTime } from "../dates.ts";
import type { Round } from "../orders/rules.ts";

/** How long before its time a round closes; see docs/domain.md, Closing. */
export const CUTOFF_MINUTES = 15;

/** The default limits of a new house and the limits for every house, in rupees. */
export const DEFAULT_MIN_PLAY = 10;
export const DEFAULT_MAX_PLAY = 10_000;
export const LARGEST_MAX_PLAY = 1_000_000;

/** The maximum lengths of texts, in characters; a name's holds in every language. */
export const MAX_HOUSE_NAME_LENGTH = 100;
export const MAX_LOCATION_LENGTH = 100;
export const MAX_TIME_LENGTH = 20;

interface RoundTimes {
  first_round_time: string;
  second_round_time: string;
}

/** The instant at which a round of a house starts on a day. */
export const startsAt = (house: RoundTimes, day: string, round: Round): string =>
  instantInIndia(day, minutesOf(house, round));

/** The instant at which a round of a house closes on a day. */
export const closesAt = (house: RoundTimes, day: string, round: Round): string =>
  instantInIndia(day, minutesOf(house, round) - CUTOFF_MINUTES);

/** The minutes from midnight to the time of a round. */
function minutesOf(house: RoundTimes, round: Round): number {
  const minutes = parseClockTime(house[`${round}_round_time`]);
  if (minutes === undefined) throw new Error("a stored house has a round time that parses");
  return minutes;
}
