import type { walletRoutes } from "../../contract/wallet/routes.ts";
import { toRupees } from "../../contract/money.ts";
import type { Handlers } from "../http/bind.ts";
import { getBalance, listTransactions } from "./service.ts";

export const walletHandlers: Handlers<typeof walletRoutes> = {
  "GET /wallet/balance": async ({ context, user }) => ({
    balance: toRupees(await getBalance(context, user.id)),
  }),
  "GET /wallet/transactions": ({ context, user, query }) =>
    listTransactions(context, user.id, query),
  "GET /admin/users/{id}/transactions": ({ context, params, query }) =>
    listTransactions(context, params.id, query),
};
