import * as z from "zod/mini";
import { routes } from "../route.ts";
import { countText, IdParams } from "../schemas.ts";
import { NewOrder, Order, OrderStatusName, OrderWithBalance } from "./schemas.ts";

const OrderList = z.object({
  limit: countText(1, 100, 20),
  skip: countText(0, 1_000_000, 0),
  status: z.optional(OrderStatusName),
});

export const orderRoutes = routes({
  "POST /orders/play": {
    summary: "Place an order, whole or not at all. Durable when it is answered.",
    access: "session",
    idempotent: true,
    body: NewOrder,
    plain_body: true,
    status: 201,
    reply: OrderWithBalance,
    refusals: [
      "no_plays",
      "too_many_plays",
      "not_found",
      "house_inactive",
      "account_deactivated",
      "date_not_playable",
      "stake_too_low",
      "stake_too_high",
      "round_closed",
      "insufficient_balance",
      "idempotency_conflict",
      "busy",
      "outcome_unknown",
    ],
  },
  "GET /orders": {
    summary: "One's own orders, newest first.",
    access: "session",
    query: OrderList,
    reply: z.array(Order),
    refusals: ["busy"],
  },
  "GET /users/play-history": {
    summary: "The same as GET /orders.",
    access: "session",
    query: OrderList,
    reply: z.array(Order),
    refusals: ["busy"],
  },
  "GET /orders/{id}": {
    summary: "One of one's own orders.",
    access: "session",
    params: IdParams,
    reply: Order,
    refusals: ["not_found"],
  },
  "POST /orders/{id}/cancel": {
    summary: "Cancel one's own pending order; the stake comes back once.",
    access: "session",
    idempotent: true,
    params: IdParams,
    reply: OrderWithBalance,
    refusals: ["not_found", "order_not_pending", "idempotency_conflict"],
  },
});
