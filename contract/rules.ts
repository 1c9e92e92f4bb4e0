/** Rules that several domains share. */

/** A positive integer in digits, such as an id or a page, that a double holds exactly. */
export const POSITIVE_INTEGER = /^[1-9]\d{0,14}$/;

/** The maximum length of an admin's reason for a rejection or a voiding, in characters. */
export const MAX_REASON_LENGTH = 300;
