/**
 * A catalogue is loaded in parts: `core` with the first page, and each of these, named by the first
 * word of its keys, with the screens that need it.
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

/** Refusals that only certain screens can receive, so their sentences belong to those parts. */
export const REFUSALS = {
  admin: [
    "house_in_use",
    "house_name_taken",
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
  ],
  play: [
    "date_not_playable",
    "house_inactive",
    "no_plays",
    "round_closed",
    "stake_too_high",
    "stake_too_low",
    "too_many_plays",
  ],
  // Any call with a body, but only a screenshot takes so long.
  wallet: ["too_slow"],
} as const satisfies { [P in MessagePart]?: readonly string[] };

const PART_OF_REFUSAL = new Map<string, MessagePart>([
  ...REFUSALS.admin.map((code) => [`error.${code}`, "admin"] as const),
  ...REFUSALS.play.map((code) => [`error.${code}`, "play"] as const),
  ...REFUSALS.wallet.map((code) => [`error.${code}`, "wallet"] as const),
]);

export const partOf = (key: string): MessagePart =>
  PART_OF_REFUSAL.get(key) ?? MESSAGE_PARTS.find((part) => key.startsWith(`${part}.`)) ?? "core";
