import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiReply } from "../lib/client.ts";
import { apiQuery } from "../lib/query.ts";
import { showBalance } from "../lib/session.ts";

export type Transaction = ApiReply<"GET /wallet/transactions">["transactions"][number];

const PAGE = 20;

/** Asks for the balance whenever a wallet is opened; it then stands everywhere. */
export function useFreshBalance() {
  const client = useQueryClient();
  const balance = apiQuery("GET /wallet/balance");
  return useQuery({
    ...balance,
    queryFn: async (context) => {
      const reply = await balance.queryFn(context);
      showBalance(client, reply.balance);
      return reply;
    },
    refetchOnMount: "always",
  });
}

/** The statement, newest first, a page at a time. */
export function useStatement() {
  const query = useInfiniteQuery({
    queryKey: ["GET /wallet/transactions", "pages"],
    queryFn: ({ pageParam, signal }) =>
      api("GET /wallet/transactions", {
        query: { limit: PAGE, ...(pageParam === undefined ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: firstPage(),
    getNextPageParam: ({ transactions }) =>
      transactions.length === PAGE ? transactions.at(-1)?.id : undefined,
    refetchOnMount: "always",
  });
  return { ...query, data: query.data?.pages.flatMap((page) => page.transactions) };
}

const firstPage = (): number | undefined => undefined;
