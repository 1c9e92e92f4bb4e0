import type { orderRoutes } from "../../contract/orders/routes.ts";
import type { Handlers } from "../http/bind.ts";
import { getAnyOrder, listAllOrders } from "./all-orders.ts";
import { cancelOrder, voidOrder } from "./cancel.ts";
import { getOrder, listOwnOrders, placeOrder, refuseInOverload } from "./service.ts";

export const orderHandlers: Handlers<typeof orderRoutes> = {
  "POST /orders/play": {
    admit: ({ context }) => refuseInOverload(context),
    handle: ({ context, user, body, key }) => placeOrder(context, user.id, body, key),
  },
  "GET /orders": ({ context, user, query }) => listOwnOrders(context, user.id, query),
  "GET /users/play-history": ({ context, user, query }) => listOwnOrders(context, user.id, query),
  "GET /orders/{id}": ({ context, user, params }) => getOrder(context, user.id, params.id),
  "POST /orders/{id}/cancel": ({ context, user, params, key }) =>
    cancelOrder(context, user.id, params.id, key),
  "GET /admin/orders": ({ context, query }) => listAllOrders(context, query),
  "GET /admin/orders/{id}": ({ context, params }) => getAnyOrder(context, params.id),
  "POST /admin/orders/{id}/void": ({ context, actor, params, body, key }) =>
    voidOrder(context, actor, params.id, body, key),
};
