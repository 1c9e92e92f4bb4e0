/**
 * How many rows beyond the current page of a long list are counted. Rows after that are counted
 * when the user goes to later pages.
 */
export const MAX_COUNTED = 10_000;

/** The number of pages for a number of rows; at least 1. */
export const pagesOf = (counted: number, limit: number): number =>
  Math.max(1, Math.ceil(counted / limit));
