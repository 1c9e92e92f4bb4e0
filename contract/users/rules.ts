export const ROLES = ["user", "agent", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** Something, an at sign, and a name with a dot in it; whether it exists only a letter can tell. */
export const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
