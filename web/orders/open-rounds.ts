import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { ApiReply } from "../lib/client.ts";
import { useHasPassed } from "../lib/clock.ts";
import { apiQuery } from "../lib/query.ts";
import type { OpenRounds } from "./slip-plays.ts";

/** Which rounds of a house accept plays on a day, and when each of them closes. */
export type BookingState = ApiReply<"GET /houses/{id}/can-play">;

const POLL_MS = 60_000;

/** Polled every minute, because an admin may edit or deactivate the house. */
export const useBookingState = (house_id: number, day: string): UseQueryResult<BookingState> =>
  useQuery({
    ...apiQuery("GET /houses/{id}/can-play", {
      params: { id: house_id },
      query: { play_date: day },
    }),
    refetchInterval: POLL_MS,
  });

/** Which rounds are open now. A closing takes effect by the clock, without waiting for a poll. */
export function useOpenRounds({ first_round, second_round }: BookingState): OpenRounds {
  const hasFirstPassed = useHasPassed(first_round.closes_at);
  const hasSecondPassed = useHasPassed(second_round.closes_at);
  return {
    first: first_round.open && !hasFirstPassed,
    second: second_round.open && !hasSecondPassed,
  };
}
