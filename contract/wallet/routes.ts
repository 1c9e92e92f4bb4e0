import * as z from "zod/mini";
import { routes } from "../route.ts";
import { IdParams, olderThan, Rupees } from "../schemas.ts";
import { Transaction } from "./schemas.ts";

export const walletRoutes = routes({
  "GET /wallet/balance": {
    summary: "The balance of one's own wallet, in rupees.",
    access: "session",
    reply: z.object({ balance: Rupees }),
    refusals: [],
  },
  "GET /wallet/transactions": {
    summary:
      "One's own statement, newest first; `before` (a transaction's id) asks for older rows.",
    access: "session",
    query: z.object(olderThan(20)),
    reply: z.object({ transactions: z.array(Transaction) }),
    refusals: [],
  },
  "GET /admin/users/{id}/transactions": {
    summary: "The statement of an account, in pages as one's own.",
    access: "admin",
    params: IdParams,
    query: z.object(olderThan(20)),
    reply: z.object({ transactions: z.array(Transaction) }),
    refusals: ["not_found"],
  },
});
