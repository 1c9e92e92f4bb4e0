import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiReply } from "../lib/client.ts";
import { usePages } from "../lib/pages.ts";
import { apiQuery } from "../lib/query.ts";
import { showBalance } from "../lib/session.ts";

export type Transaction = ApiReply<"GET /wallet/transactions">["transactions"][number];

/** Refetches the balance on mount and shows it everywhere in the app. */
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

/** The ledger rows of the wallet, newest first, page by page. */
export const useStatement = () =>
  usePages({
    queryKey: ["GET /wallet/transactions", "pages"],
    ask: (query, signal) => api("GET /wallet/transactions", { query, signal }),
    rowsOf: ({ transactions }) => transactions,
  });
