import type { notificationRoutes } from "../../contract/notifications/routes.ts";
import type { Handlers } from "../http/bind.ts";
import { broadcast, countRecipients } from "./broadcast.ts";
import { listOwnNotifications, openingEvents, readNotifications } from "./service.ts";

export const notificationHandlers: Handlers<typeof notificationRoutes> = {
  "GET /notifications": ({ context, user, query }) => listOwnNotifications(context, user.id, query),
  "POST /notifications/read": ({ context, user, body }) =>
    readNotifications(context, user.id, body),
  "POST /admin/broadcast": ({ context, actor, body, key }) => broadcast(context, actor, body, key),
  "GET /admin/broadcast/recipients": ({ context }) => countRecipients(context),
  "GET /events": ({ context, user, query }) => openingEvents(context, user.id, query),
};
