import type { notificationRoutes } from "../../contract/notifications/routes.ts";
import type { Handlers } from "../http/bind.ts";
import { broadcast, listOwnNotifications, openingEvents, readNotifications } from "./service.ts";

export const notificationHandlers: Handlers<typeof notificationRoutes> = {
  "GET /notifications": ({ context, user, query }) => listOwnNotifications(context, user.id, query),
  "POST /notifications/read": ({ context, user, body }) =>
    readNotifications(context, user.id, body),
  "POST /admin/broadcast": ({ context, user, body }) => broadcast(context, user.id, body),
  "GET /events": ({ context, user }) => openingEvents(context, user.id),
};
