import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiReply } from "../lib/client.ts";
import { apiQuery } from "../lib/query.ts";

/** The published numbers of a house and date. */
export type PublishedResult = ApiReply<"GET /results">[number];

/**
 * The results of the last `days` days, newest first; of every house when `house_id` is undefined.
 */
export const usePublishedResults = (days: number, house_id: number | undefined) =>
  useQuery({
    ...apiQuery("GET /results", {
      // Otherwise an admin would also get unpublished results.
      query: { days, published: "true", ...(house_id === undefined ? {} : { house_id }) },
    }),
    placeholderData: keepPreviousData,
  });
