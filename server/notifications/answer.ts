import { toRupees } from "../../contract/money.ts";
import type { LiveEvent, Notification } from "../../contract/notifications/schemas.ts";
import type { NewsRow, NotificationRow } from "./sql.ts";

/** A notification as its user sees it: amounts in rupees. */
export function toNotification(row: NotificationRow): Notification {
  const { amount_paise, ...rest } = row.params;
  return {
    id: row.id,
    kind: row.kind,
    params: typeof amount_paise === "number" ? { ...rest, amount: toRupees(amount_paise) } : rest,
    created_at: row.created_at,
    is_read: row.is_read,
  };
}

/** What a user's open screens hear of with a notification about a subject. */
export function eventsOf(row: NewsRow, subject_id: number): LiveEvent[] {
  const events: LiveEvent[] = [];
  const status = DECISIONS[row.kind];
  if (status) events.push({ event: "payment_decided", data: { payment_id: subject_id, status } });
  const reason = MOVEMENTS[row.kind];
  const balance = toRupees(row.balance_paise);
  if (reason) events.push({ event: "balance_changed", data: { balance, reason } });
  events.push(unreadEvent(row.unread, toNotification(row)));
  return events;
}

export const unreadEvent = (unread: number, notification: Notification | null): LiveEvent => ({
  event: "notification",
  data: { unread, notification },
});

const DECISIONS: { [K in Notification["kind"]]?: "approved" | "rejected" } = {
  payment_approved: "approved",
  payment_rejected: "rejected",
};

/** What has moved the balance, where a notification comes with that. */
const MOVEMENTS: { [K in Notification["kind"]]?: "win" | "reversal" | "refund" | "payment" } = {
  win: "win",
  result_voided: "reversal",
  order_voided: "refund",
  payment_approved: "payment",
  payment_rejected: "payment",
};
