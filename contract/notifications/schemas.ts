import * as z from "zod/mini";
import { RoundNumber } from "../results/schemas.ts";
import { Id, Instant, Rupees, trimmed, WITHOUT_CONTROLS } from "../schemas.ts";
import { BROADCAST_TARGETS, MAX_BROADCAST, NOTIFICATION_KINDS } from "./rules.ts";

/** Something that a user is told. `params` fill the sentence of the kind: see rules.ts. */
export const Notification = z.object({
  id: Id,
  kind: z.enum(NOTIFICATION_KINDS),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  created_at: Instant,
  is_read: z.boolean(),
});
export type Notification = z.output<typeof Notification>;

/** How many notifications are unread: 100 stands for more, too. */
export const Unread = z.int();

export const BroadcastTarget = z.enum(BROADCAST_TARGETS);

/** Text of people in one line or several. */
const Message = z.string().check(
  trimmed,
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

/** How many accounts each target has. */
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

/** What a screen that is open hears of, as it happens. */
export const LiveEvent = z.discriminatedUnion("event", [
  /** A house's published numbers of a day, as they stand now. To everybody. */
  event("result_published", PublishedNumbers),
  /** The same, when a result was taken back: what still stands. */
  event("result_voided", PublishedNumbers),
  /**
   * One's balance (rupees) was moved. A balance that another call answers later is newer, though
   * it may arrive before this one.
   */
  event(
    "balance_changed",
    z.object({ balance: Rupees, reason: z.enum(["play", "refund", "win", "reversal", "payment"]) }),
  ),
  event("payment_decided", z.object({ payment_id: Id, status: z.enum(["approved", "rejected"]) })),
  /**
   * The number of one's unread notifications, at the beginning of a stream and when it changes;
   * with the notification that is new, if one is.
   */
  event("notification", z.object({ unread: Unread, notification: z.nullable(Notification) })),
  /** Events may have been missed: what is shown is to be asked for again. */
  event("missed", z.object({})),
]);
export type LiveEvent = z.output<typeof LiveEvent>;
