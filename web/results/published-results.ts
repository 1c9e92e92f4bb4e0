import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiReply } from "../lib/client.ts";
import { apiQuery } from "../lib/query.ts";

/** The numbers of a house and date, as far as they are published. */
export type PublishedResult = ApiReply<"GET /results">[number];

/** Of the last `days` days, newest first; of every house when none is given. */
export const usePublishedResults = (days: number, house_id: number | undefined) =>
  useQuery({
    ...apiQuery("GET /results", {
      // An admin would otherwise see what is not published yet.
      query: { days, published: "true", ...(house_id === undefined ? {} : { house_id }) },
    }),
    placeholderData: keepPreviousData,
  });
