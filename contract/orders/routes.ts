import * as z from "zod/mini";
import { PhoneText } from "../auth/schemas.ts";
import { routes } from "../route.ts";
import { Day, IdParams, IdText, paged, Reason } from "../schemas.ts";
import { NewOrder, Order, OrderForAdmin, OrderStatusName, OrderWithBalance } from "./schemas.ts";

const OrderList = z.object({
  ...paged(20),
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
    ],
  },
  "GET /orders": {
    summary: "One's own orders, newest first.",
    access: "session",
    query: OrderList,
    reply: z.array(Order),
    refusals: [],
  },
  "GET /users/play-history": {
    summary: "The same as GET /orders.",
    access: "session",
    query: OrderList,
    reply: z.array(Order),
    refusals: [],
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
    in_turn: true,
    params: IdParams,
    reply: OrderWithBalance,
    refusals: ["not_found", "order_not_pending"],
  },
  "GET /admin/orders": {
    summary:
      "Orders of all players, newest first: of a play date, today's when neither a date nor a " +
      "phone is given; with a phone and no date, of every day. `pages` counts at most 10,000 " +
      "orders after the page.",
    access: "admin",
    query: z.object({
      house_id: z.optional(IdText),
      date: z.optional(Day),
      status: z.optional(OrderStatusName),
      phone: z.optional(PhoneText),
      ...paged(50),
    }),
    reply: z.object({ orders: z.array(OrderForAdmin), pages: z.int() }),
    refusals: ["invalid_phone"],
  },
  "GET /admin/orders/{id}": {
    summary: "Anybody's order, with its player.",
    access: "admin",
    params: IdParams,
    reply: OrderForAdmin,
    refusals: ["not_found"],
  },
  "POST /admin/orders/{id}/void": {
    summary:
      "Cancel anybody's order before a number of its rounds is out; the stake comes back once.",
    access: "admin",
    idempotent: true,
    params: IdParams,
    body: Reason,
    reply: OrderForAdmin,
    refusals: ["not_found", "order_not_voidable", "reason_required"],
  },
});
