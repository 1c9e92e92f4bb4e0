import type { paymentRoutes } from "../../contract/payments/routes.ts";
import type { Handlers } from "../http/bind.ts";
import { createMethod, listActiveMethods, listMethods, updateMethod } from "./methods.ts";
import {
  approvePayment,
  getProof,
  getRequest,
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
  "GET /admin/payments/{id}": ({ context, params }) => getRequest(context, params.id),
  "POST /admin/payments/{id}/approve": ({ context, actor, params }) =>
    approvePayment(context, actor, params.id),
  "POST /admin/payments/{id}/reject": ({ context, actor, params, body }) =>
    rejectPayment(context, actor, params.id, body),
  "GET /admin/payment-methods": ({ context }) => listMethods(context),
  "POST /admin/payment-methods": ({ context, actor, body, key }) =>
    createMethod(context, actor, body, key),
  "PUT /admin/payment-methods/{id}": ({ context, actor, params, body }) =>
    updateMethod(context, actor, params.id, body),
};
