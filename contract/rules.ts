/** Rules that several domains share. */

/** The maximum length of an admin's reason for a rejection or a voiding, in characters. */
export const MAX_REASON_LENGTH = 300;
