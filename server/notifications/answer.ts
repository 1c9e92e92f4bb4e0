import { toRupees } from "../../contract/money.ts";
import type { LiveEvent, Notification } from "../../contract/notifications/schemas.ts";
import type { DeliveryRow, NotificationRow } from "./sql.ts";

/** Converts a row to the notification that its user receives, with the amount in rupees. */
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

/** The events that a user's streams receive together with a notification. */
export function eventsOf(row: DeliveryRow, subject_id: number): LiveEvent[] {
  const events: LiveEvent[] = [];
  const status = PAYMENT_STATUSES[row.kind];
  if (status) events.push({ event: "payment_decided", data: { payment_id: subject_id, status } });
  const reason = BALANCE_REASONS[row.kind];
  const balance = toRupees(row.balance_paise);
  if (reason) events.push({ event: "balance_changed", data: { balance, reason } });
  events.push(unreadEvent(row.unread, toNotification(row)));
  return events;
}

export const unreadEvent = (unread: number, notification: Notification | null): LiveEvent => ({
  event: "notification",
  data: { unread, notification },
});

const PAYMENT_STATUSES: { [K in Notification["kind"]]?: "approved" | "rejected" } = {
  payment_approved: "approved",
  payment_rejected: "rejected",
};

type BalanceReason = "win" | "reversal" | "refund" | "payment";

/** Why the balance has moved, for the kinds of notification that come with a movement. */
const BALANCE_REASONS: { [K in Notification["kind"]]?: BalanceReason } = {
  win: "win",
  result_voided: "reversal",
  order_voided: "refund",
  payment_approved: "payment",
  payment_rejected: "payment",
};
