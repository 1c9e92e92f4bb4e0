/** What processes say to one another with NOTIFY, so that each tells the screens open on it. */

/** A kind and a subject, of which users have been told. */
export const NOTIFIED = "notified";

/** A user, who has read some of what they were told. */
export const READ = "notifications_read";

/** A user, whose balance a payment of theirs has moved. */
export const BALANCE = "balance_moved";

/** An event that everybody hears of. */
export const EVERYBODY = "everybody";
