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

/** The ledger rows of one's own wallet, or for an admin of a user's, newest first, page by page. */
export const useStatement = (user_id?: number) =>
  usePages({
    queryKey: user_id === undefined ? OWN : ["GET /admin/users/{id}/transactions", user_id],
    ask: (query, signal) =>
      user_id === undefined
        ? api("GET /wallet/transactions", { query, signal })
        : api("GET /admin/users/{id}/transactions", { params: { id: user_id }, query, signal }),
    rowsOf: ({ transactions }) => transactions,
  });

const OWN = ["GET /wallet/transactions", "pages"];
