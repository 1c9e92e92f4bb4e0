export const ROLES = ["user", "agent", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** A plausible email address: a local part, an at sign and a domain with a dot. */
export const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
