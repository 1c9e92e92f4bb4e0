import type { orderRoutes } from "../../contract/orders/routes.ts";
import type { Handlers } from "../http/bind.ts";
import { cancelOrder, getOrder, listOwnOrders, placeOrder, refuseInOverload } from "./service.ts";

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
};
