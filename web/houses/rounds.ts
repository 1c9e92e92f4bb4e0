import { addDays, dayInIndia } from "../../contract/dates.ts";
import { closesAt, startsAt } from "../../contract/houses/rules.ts";
import { type Round, ROUNDS } from "../../contract/orders/rules.ts";
import type { ApiReply } from "../lib/client.ts";

type House = ApiReply<"GET /houses">[number];

export interface HouseRound {
  house: House;
  round: Round;
  closes_at: string;
  starts_at: string;
}

/** The times of rounds are the same every day, so any date serves to compute them. */
export const ANY_DAY = "2026-01-01";

/** The rounds of the houses on a day, earliest first. */
export function roundsOn(houses: readonly House[], day: string): HouseRound[] {
  return houses
    .flatMap((house) => ROUNDS.map((round) => roundOf(house, day, round)))
    .sort((a, b) => a.starts_at.localeCompare(b.starts_at));
}

/**
 * The next rounds to close or to start; several when they share the same time. After the last round
 * of today these are rounds of tomorrow.
 */
export function nextRounds(
  houses: readonly House[],
  now: number,
  by: "closes_at" | "starts_at",
): HouseRound[] {
  const today = dayInIndia(now);
  const upcoming = [...roundsOn(houses, today), ...roundsOn(houses, addDays(today, 1))].filter(
    (round) => Date.parse(round[by]) > now,
  );
  return upcoming.filter((round) => round[by] === upcoming[0]?.[by]);
}

function roundOf(house: House, day: string, round: Round): HouseRound {
  return {
    house,
    round,
    closes_at: closesAt(house, day, round),
    starts_at: startsAt(house, day, round),
  };
}
