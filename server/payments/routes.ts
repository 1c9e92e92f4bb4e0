import type { paymentRoutes } from "../../contract/payments/routes.ts";
import type { Handlers } from "../http/bind.ts";
import { createMethod, listActiveMethods, listMethods, updateMethod } from "./methods.ts";
import {
  approvePayment,
  getProof,
  listOwnPayments,
  listPayments,
  rejectPayment,
  requestDeposit,
  requestWithdrawal,
} from "./service.ts";

export const paymentHandlers: Handlers<typeof paymentRoutes> = {
  "GET /wallet/payment-methods": ({ context }) => listActiveMethods(context),
  "POST /wallet/deposit": ({ context, user, body, key }) =>
    requestDeposit(context, user.id, body, key),
  "POST /wallet/withdraw": ({ context, user, body, key }) =>
    requestWithdrawal(context, user.id, body, key),
  "GET /wallet/requests": ({ context, user, query }) => listOwnPayments(context, user.id, query),
  "GET /wallet/requests/{id}/proof": ({ context, user, params }) =>
    getProof(context, user, params.id),
  "GET /admin/payments": ({ context, query }) => listPayments(context, query),
  "POST /admin/payments/{id}/approve": ({ context, user, params }) =>
    approvePayment(context, user.id, params.id),
  "POST /admin/payments/{id}/reject": ({ context, user, params, body }) =>
    rejectPayment(context, user.id, params.id, body),
  "GET /admin/payment-methods": ({ context }) => listMethods(context),
  "POST /admin/payment-methods": ({ context, user, body }) => createMethod(context, user.id, body),
  "PUT /admin/payment-methods/{id}": ({ context, user, params, body }) =>
    updateMethod(context, user.id, params.id, body),
};
