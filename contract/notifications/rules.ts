import type { PaymentKind } from "../payments/rules.ts";
import { ROLES } from "../users/rules.ts";

/** The maximum length of a broadcast's message, in characters. */
export const MAX_BROADCAST = 500;

/** The recipients of a broadcast: every account, or those of a role. */
export const BROADCAST_TARGETS = ["all", ...ROLES] as const;
export type BroadcastTarget = (typeof BROADCAST_TARGETS)[number];

/** Unread notifications are counted up to this number, which therefore means "this or more". */
export const MAX_UNREAD = 100;

/** The params of each kind of notification, for its sentence. Amounts in rupees. */
export interface NotificationParams {
  win: { house_id: number; house_name: string; date: string; amount: number };
  result_voided: { house_id: number; house_name: string; date: string; reason: string };
  payment_approved: { payment_id: number; payment_kind: PaymentKind; amount: number };
  payment_rejected: {
    payment_id: number;
    payment_kind: PaymentKind;
    amount: number;
    reason: string;
  };
  order_voided: {
    order_id: number;
    house_name: string;
    date: string;
    amount: number;
    reason: string;
  };
  broadcast: { message: string };
}

export type NotificationKind = keyof NotificationParams;

export const NOTIFICATION_KINDS = [
  "win",
  "result_voided",
  "payment_approved",
  "payment_rejected",
  "order_voided",
  "broadcast",
] as const satisfies readonly NotificationKind[];
