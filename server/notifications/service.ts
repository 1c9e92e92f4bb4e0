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
  listUnread,
  type Recipients,
  say,
  theirOwn,
  theseUsers,
  updateRead,
} from "./sql.ts";

/** As they are kept: amounts in paise. */
type KeptParams<K extends NotificationKind> = NotificationParams[K] extends {
  amount: number;
}
  ? Omit<NotificationParams[K], "amount"> & { amount_paise: number }
  : NotificationParams[K];

/**
 * Tells users something, in the same transaction as what it is about: the result, payment, order
 * or broadcast `subject_id`, of which each is told once. Their open screens hear of it when the
 * transaction commits, on every process.
 */
export async function notify<K extends NotificationKind>(
  tx: Tx,
  user_ids: number[],
  kind: K,
  subject_id: number,
  params: KeptParams<K>,
): Promise<void> {
  await notifyEach(tx, kind, subject_id, theseUsers(user_ids, params));
}

/** The same for the users that a query gives, however many. Answers how many were told. */
export async function notifyEach<K extends NotificationKind>(
  tx: Tx,
  kind: K,
  subject_id: number,
  recipients: Recipients<KeptParams<K>>,
): Promise<number> {
  const told = await insertNotifications(tx, kind, subject_id, recipients);
  if (told > 0) await tellScreens(tx, kind, subject_id);
  return told;
}

/**
 * Writes what users are told, each with params of their own, without a word to their screens: for
 * more of them than one transaction should write. The last one has `tellScreens` as well.
 */
export async function writeNotifications<K extends NotificationKind>(
  tx: Tx,
  kind: K,
  subject_id: number,
  notified: { user_id: number; params: KeptParams<K> }[],
): Promise<void> {
  await insertNotifications(tx, kind, subject_id, theirOwn(notified));
}

/** Has every process tell its screens what was written of a subject, when this commits. */
export const tellScreens = (tx: Tx, kind: NotificationKind, subject_id: number): Promise<void> =>
  say(tx, NOTIFIED, `${kind} ${subject_id}`);

/** Tells every open screen, on every process, when the transaction commits. */
export const tellEverybody = (tx: Tx, event: LiveEvent): Promise<void> =>
  say(tx, EVERYBODY, JSON.stringify(event));

/**
 * Tells the other open screens of a user that their balance, in rupees, is another, as far as they
 * are on this process: for the path of an order, where nothing else may be waited for.
 */
export function tellBalance(
  { streams }: Context,
  user_id: number,
  balance: number,
  reason: "play" | "refund",
): void {
  if (!streams.has(user_id)) return;
  streams.sendTo(user_id, { event: "balance_changed", data: { balance, reason } });
}

/**
 * Tells the open screens of a user, on every process, that a payment has moved their balance, when
 * the transaction commits.
 */
export const tellPaymentMoved = (tx: Tx, user_id: number): Promise<void> =>
  say(tx, BALANCE, String(user_id));

/** What one was told, newest first, at most `limit` older than `before`. */
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

/** Marks one's notifications as read up to an id; one's open screens hear of it. */
export async function readNotifications(
  { db }: Context,
  user_id: number,
  { up_to }: Body<(typeof notificationRoutes)["POST /notifications/read"]>,
): Promise<undefined> {
  await transaction(db, async (tx) => {
    if ((await updateRead(tx, user_id, up_to)) > 0) await say(tx, READ, String(user_id));
  });
}

/** What a user's stream begins with. */
export async function openingEvents({ unread }: Context, user_id: number): Promise<LiveEvent[]> {
  return [unreadEvent(await unread.push(user_id), null)];
}

/** Gathers counts of unread notifications into one statement. */
export const createUnreadLane = (db: Db): Lane<number, number> =>
  createReadLane({
    list: (user_ids: number[]) => listUnread(db, user_ids),
    keyOf: ({ user_id }) => user_id,
    answerOf: (row) => row?.unread ?? 0,
  });
