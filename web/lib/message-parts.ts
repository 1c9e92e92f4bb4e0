/**
 * A catalogue reaches the browser in parts: `core` with the first page, each of these (by the
 * first word of its keys) with the screens that need it.
 */
export const MESSAGE_PARTS = [
  "admin",
  "auth",
  "history",
  "landing",
  "notifications",
  "play",
  "profile",
  "results",
  "rules",
  "wallet",
] as const;

export type MessagePart = "core" | (typeof MESSAGE_PARTS)[number];

/** What only calls of admins refuse is said on their screens, so its sentences come with them. */
export const ADMIN_REFUSALS: readonly string[] = [
  "house_in_use",
  "invalid_clock_time",
  "limits_out_of_order",
  "no_round_given",
  "order_not_voidable",
  "own_account",
  "payment_decided",
  "reason_required",
  "result_changed",
  "result_published",
  "round_has_result",
  "round_still_open",
  "rounds_out_of_order",
];

export const partOf = (key: string): MessagePart => {
  if (ADMIN_REFUSALS.some((code) => key === `error.${code}`)) return "admin";
  return MESSAGE_PARTS.find((part) => key.startsWith(`${part}.`)) ?? "core";
};
