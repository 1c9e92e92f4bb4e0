import * as z from "zod/mini";
import { routes } from "../route.ts";
import { Id, InstantSent, olderThan } from "../schemas.ts";
import { Broadcast, LiveEvent, Notification, Recipients, Unread } from "./schemas.ts";

export const notificationRoutes = routes({
  "GET /notifications": {
    summary:
      "What one was told, newest first; `before` (a notification's id) asks for older ones. " +
      "`unread` counts all unread ones, up to 100.",
    access: "session",
    query: z.object(olderThan(20)),
    reply: z.object({ notifications: z.array(Notification), unread: Unread }),
    refusals: [],
  },
  "POST /notifications/read": {
    summary: "Mark one's notifications up to an id as read.",
    access: "session",
    in_turn: true,
    body: z.strictObject({ up_to: Id }),
    reply: "none",
    refusals: [],
  },
  "POST /admin/broadcast": {
    summary: "Tell every account, or every account of a role, something. Answers how many.",
    access: "admin",
    body: Broadcast,
    idempotent: true,
    reply: z.object({ recipients: z.int() }),
    refusals: [],
  },
  "GET /admin/broadcast/recipients": {
    summary: "How many accounts a broadcast would reach now, by its target.",
    access: "admin",
    reply: Recipients,
    refusals: [],
  },
  "GET /events": {
    summary:
      "Server-sent events for whoever is signed in, for as long as the session is valid. " +
      "What happened while no stream was open is not repeated: ask again for what is shown, " +
      "unless the first event is `nothing_missed`: nothing that events tell of has changed since " +
      "`since`, the `at` of the last `heartbeat`, or a `server_time` before what is shown was " +
      "requested.",
    access: "session",
    query: z.object({ since: z.optional(InstantSent) }),
    reply: { stream: "text/event-stream", events: LiveEvent },
    refusals: [],
  },
});
