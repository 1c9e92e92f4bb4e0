import type { notificationRoutes } from "../../contract/notifications/routes.ts";
import type { NotificationKind, NotificationParams } from "../../contract/notifications/rules.ts";
import type { LiveEvent } from "../../contract/notifications/schemas.ts";
import type { Body, Query, Reply } from "../../contract/route.ts";
import type { Context } from "../context.ts";
import type { Db, Tx } from "../db/database.ts";
import type { Lane } from "../db/lane.ts";
import { createReadLane } from "../db/read-lane.ts";
import { transaction } from "../db/transaction.ts";
import { toNotification, unreadEvent } from "./answer.ts";
import { BALANCE, EVERYBODY, NOTIFIED, READ } from "./channels.ts";
import {
  insertNotifications,
  listNotifications,
  listOpenings,
  listUnread,
  type Opening,
  type Recipients,
  say,
  theirOwn,
  theseUsers,
  updateRead,
} from "./sql.ts";

/** The params as the database stores them, with the amount in paise. */
type StoredParams<K extends NotificationKind> = NotificationParams[K] extends {
  amount: number;
}
  ? Omit<NotificationParams[K], "amount"> & { amount_paise: number }
  : NotificationParams[K];

/**
 * Notifies users about a subject (a result, payment, order or broadcast), in the same transaction
 * as the change itself. Each user is notified of a subject once. Their event streams on every
 * process receive the notification when the transaction commits.
 */
export async function notify<K extends NotificationKind>(
  tx: Tx,
  user_ids: number[],
  kind: K,
  subject_id: number,
  params: StoredParams<K>,
): Promise<void> {
  await notifyEach(tx, kind, subject_id, theseUsers(user_ids, params));
}

/** Notifies the users that a query selects, however many. Returns how many were notified. */
export async function notifyEach<K extends NotificationKind>(
  tx: Tx,
  kind: K,
  subject_id: number,
  recipients: Recipients<StoredParams<K>>,
): Promise<number> {
  const notified = await insertNotifications(tx, kind, subject_id, recipients, "stays");
  if (notified > 0) await tellScreens(tx, kind, subject_id);
  return notified;
}

/**
 * Writes notifications with different params for each user, without sending events, or corrects
 * those that exist. For more notifications than one transaction should write: the last transaction
 * also calls `tellScreens`.
 */
export async function writeNotifications<K extends NotificationKind>(
  tx: Tx,
  kind: K,
  subject_id: number,
  notified: { user_id: number; params: StoredParams<K> }[],
): Promise<void> {
  await insertNotifications(tx, kind, subject_id, theirOwn(notified), "is_corrected");
}

/** Sends the notifications about a subject to the streams on every process, on commit. */
export const tellScreens = (tx: Tx, kind: NotificationKind, subject_id: number): Promise<void> =>
  say(tx, NOTIFIED, `${kind} ${subject_id}`);

/** Sends an event to every stream on every process, on commit. */
export const tellEverybody = (tx: Tx, event: LiveEvent): Promise<void> =>
  say(tx, EVERYBODY, JSON.stringify(event));

/**
 * Sends a user's balance after an order, in rupees, to the user's streams on this process. A NOTIFY
 * to the others would slow placing down; see decision 003.
 */
export function tellBalanceAfterPlay({ streams }: Context, user_id: number, balance: number): void {
  if (!streams.has(user_id)) return;
  streams.sendTo(user_id, { event: "balance_changed", data: { balance, reason: "play" } });
}

/** Sends a user's balance to the user's streams on every process, on commit. */
export const tellBalance = (tx: Tx, user_id: number, reason: "payment" | "refund"): Promise<void> =>
  say(tx, BALANCE, `${user_id} ${reason}`);

/** The user's notifications, newest first: at most `limit`, with ids lower than `before`. */
export async function listOwnNotifications(
  { db, unread }: Context,
  user_id: number,
  { limit, before }: Query<(typeof notificationRoutes)["GET /notifications"]>,
): Promise<Reply<(typeof notificationRoutes)["GET /notifications"]>> {
  const [rows, count] = await Promise.all([
    listNotifications(db, user_id, limit, before),
    unread.push(user_id),
  ]);
  return { notifications: rows.map(toNotification), unread: count };
}

/** Marks the user's notifications up to an id as read. The user's streams get the new count. */
export async function readNotifications(
  { db }: Context,
  user_id: number,
  { up_to }: Body<(typeof notificationRoutes)["POST /notifications/read"]>,
): Promise<undefined> {
  await transaction(db, async (tx) => {
    if ((await updateRead(tx, user_id, up_to)) > 0) await say(tx, READ, String(user_id));
  });
}

/**
 * Changes are visible when their transactions commit, which is later than their times. One that
 * takes longer than this may be missed.
 */
const COMMIT_MS = 15_000;

/**
 * The first events of a user's stream: whether nothing was missed since an instant, the number of
 * unread notifications, and the instant for the next stream.
 */
export async function openingEvents(
  { openings }: Context,
  user_id: number,
  { since }: Query<(typeof notificationRoutes)["GET /events"]>,
): Promise<LiveEvent[]> {
  const { unread, changed_at, now } = await openings.push(user_id);
  const changed_ms = changed_at === null ? -Infinity : Date.parse(changed_at);
  const since_ms = since === undefined ? -Infinity : Date.parse(since) - COMMIT_MS;
  // An instant that is yet to come is one before the clock was set back.
  const is_current = changed_ms < since_ms && since_ms <= Date.parse(now);
  return [
    ...(is_current ? [{ event: "nothing_missed", data: {} } as const] : []),
    unreadEvent(unread, null),
    { event: "heartbeat", data: { at: now } },
  ];
}

/** Batches what the first events of streams need into one statement. */
export const createOpeningLane = (db: Db): Lane<number, Opening> =>
  createReadLane({
    list: (user_ids: number[]) => listOpenings(db, user_ids),
    keyOf: ({ user_id }) => user_id,
    answerOf: (row) => {
      if (!row) throw new Error("each user that is asked for has a row");
      return row;
    },
  });

/** Batches counts of unread notifications into one statement. */
export const createUnreadLane = (db: Db): Lane<number, number> =>
  createReadLane({
    list: (user_ids: number[]) => listUnread(db, user_ids),
    keyOf: ({ user_id }) => user_id,
    answerOf: (row) => row?.unread ?? 0,
  });
