export const ROLES = ["user", "agent", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** The maximum lengths of what people type, in characters. */
export const MAX_NAME_LENGTH = 100;
export const MAX_EMAIL_LENGTH = 200;
export const MAX_SEARCH_LENGTH = 100;

/** A plausible email address: a local part, an at sign and a domain with a dot. */
export const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
