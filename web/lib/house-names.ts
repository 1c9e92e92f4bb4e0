import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { ApiReply } from "./client.ts";
import { useMessages } from "./messages.ts";
import { apiQuery } from "./query.ts";
import { houseName } from "./house-name.ts";

const FRESH_MS = 300_000;

/** Translates the English house names in orders, results and statements. */
export function useHouseNames(): (name: string) => string {
  const { language } = useMessages();
  const houses = useQuery({
    ...apiQuery("GET /houses", { query: { is_active: "all" } }),
    staleTime: FRESH_MS,
    enabled: language !== "en",
  });
  return (name) => {
    const house = houses.data?.find((other) => other.name === name);
    return house ? houseName(house, language) : name;
  };
}

/** The houses of all loaded lists. */
export const housesIn = (client: QueryClient): ApiReply<"GET /houses"> =>
  client
    .getQueriesData<ApiReply<"GET /houses">>({ queryKey: ["GET /houses"] })
    .flatMap(([, known]) => known ?? []);
