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

export const partOf = (key: string): MessagePart =>
  MESSAGE_PARTS.find((part) => key.startsWith(`${part}.`)) ?? "core";
