/** NOTIFY channels: every process passes on what it receives to the event streams open on it. */

/** Notifications were written. Payload: their kind and subject id. */
export const NOTIFIED = "notified";

/** A user has read notifications. Payload: the user's id. */
export const READ = "notifications_read";

/** A payment or a refund has moved a user's balance. Payload: the user's id and which of them. */
export const BALANCE = "balance_moved";

/** An event for every open stream. Payload: the event as JSON. */
export const EVERYBODY = "everybody";
