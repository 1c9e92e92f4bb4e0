import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { addDays } from "../../contract/dates.ts";
import type { ApiReply } from "../lib/client.ts";
import { useToday } from "../lib/clock.ts";
import { apiQuery } from "../lib/query.ts";

/** The published numbers of a house and date. */
export type PublishedResult = ApiReply<"GET /results">[number];

/**
 * The results of the last `days` days, newest first; of every house when `house_id` is undefined.
 * At midnight the earliest day is dropped without a request, which every open screen would send at
 * once.
 */
export function usePublishedResults(days: number, house_id: number | undefined) {
  const today = useToday();
  return useQuery({
    ...apiQuery("GET /results", {
      // Otherwise an admin would also get unpublished results.
      query: { days, published: "true", ...(house_id === undefined ? {} : { house_id }) },
    }),
    select: (results) =>
      today === undefined ? results : results.filter(({ date }) => date > addDays(today, -days)),
    placeholderData: keepPreviousData,
  });
}
