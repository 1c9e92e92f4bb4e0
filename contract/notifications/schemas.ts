import * as z from "zod/mini";
import { RoundNumber } from "../results/schemas.ts";
import { Id, Instant, lineOf, Rupees, WITHOUT_CONTROLS } from "../schemas.ts";
import { BROADCAST_TARGETS, MAX_BROADCAST, NOTIFICATION_KINDS } from "./rules.ts";

/** A notification for a user. `params` fill the sentence of its kind (rules.ts). */
export const Notification = z.object({
  id: Id,
  kind: z.enum(NOTIFICATION_KINDS),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  created_at: Instant,
  is_read: z.boolean(),
});
export type Notification = z.output<typeof Notification>;

/** The number of unread notifications; 100 means 100 or more. */
export const Unread = z.int();

const BroadcastTarget = z.enum(BROADCAST_TARGETS);

/** Text written by people, in one or more lines. */
const Message = z.string().check(
  z.overwrite((text) => text.split("\n").map(lineOf).join("\n").trim()),
  z.minLength(1, "must not be empty"),
  z.maxLength(MAX_BROADCAST),
  z.refine(
    (text) => text.split("\n").every((line) => WITHOUT_CONTROLS.test(line)),
    "must not hold control characters",
  ),
);

export const Broadcast = z.strictObject({
  message: Message,
  target: z._default(BroadcastTarget, "all"),
});

/** The number of accounts of each target. */
export const Recipients = z.object({
  all: z.int(),
  user: z.int(),
  agent: z.int(),
  admin: z.int(),
});
export type Recipients = z.output<typeof Recipients>;

const event = <const N extends string, S extends z.ZodMiniType>(name: N, data: S) =>
  z.object({ event: z.literal(name), data });

const PublishedNumbers = z.object({
  house_id: Id,
  date: z.string(),
  first_round: RoundNumber,
  second_round: RoundNumber,
});

/** An event that an open screen receives when it happens. */
export const LiveEvent = z.discriminatedUnion("event", [
  /** The current published numbers of a house and day. Sent to all users. */
  event("result_published", PublishedNumbers),
  /** The same after a result was voided: the numbers that are still published. */
  event("result_voided", PublishedNumbers),
  /** The orders on the published numbers of a house and day are settled. Sent to all users. */
  event("result_settled", z.object({ house_id: Id, date: z.string() })),
  /**
   * The user's balance (rupees) changed. The balance in a response that the server sends later is
   * newer, although it may arrive before this event.
   */
  event(
    "balance_changed",
    z.object({ balance: Rupees, reason: z.enum(["play", "refund", "win", "reversal", "payment"]) }),
  ),
  event("payment_decided", z.object({ payment_id: Id, status: z.enum(["approved", "rejected"]) })),
  /**
   * The number of the user's unread notifications, at the start of a stream and whenever it
   * changes, with the new notification, if any.
   */
  event("notification", z.object({ unread: Unread, notification: z.nullable(Notification) })),
  /** Events may have been missed: the client must reload what it shows. */
  event("missed", z.object({})),
  /** At the start of a stream: nothing has changed since the instant that the client stated. */
  event("nothing_missed", z.object({})),
  /**
   * The stream's user has been sent all that was committed before an instant: `since` of the next
   * stream. At the start of a stream, and every 20 seconds; with several processes it stays behind.
   */
  event("heartbeat", z.object({ at: Instant })),
]);
export type LiveEvent = z.output<typeof LiveEvent>;
