import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { ApiReply } from "../lib/client.ts";
import { useHasPassed } from "../lib/clock.ts";
import { apiQuery } from "../lib/query.ts";
import type { OpenRounds } from "./slip-plays.ts";

/** Which rounds of a house accept plays on a day, and when each of them closes. */
export type Gate = ApiReply<"GET /houses/{id}/can-play">;

const LOOK_AGAIN_MS = 60_000;

/** Polled every minute, because an admin may edit or deactivate the house. */
export const useGate = (house_id: number, day: string): UseQueryResult<Gate> =>
  useQuery({
    ...apiQuery("GET /houses/{id}/can-play", {
      params: { id: house_id },
      query: { play_date: day },
    }),
    refetchInterval: LOOK_AGAIN_MS,
  });

/** Which rounds are open now. A closing takes effect by the clock, without waiting for a poll. */
export function useOpenRounds({ first_round, second_round }: Gate): OpenRounds {
  const hasFirstPassed = useHasPassed(first_round.closes_at);
  const hasSecondPassed = useHasPassed(second_round.closes_at);
  return {
    first: first_round.open && !hasFirstPassed,
    second: second_round.open && !hasSecondPassed,
  };
}
