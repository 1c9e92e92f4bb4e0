/**
 * How far beyond a page a long list is counted. What lies farther is not; it comes into view as one
 * goes on.
 */
export const MOST_COUNTED = 10_000;

/** How many pages so many things fill: at least one. */
export const pagesOf = (counted: number, limit: number): number =>
  Math.max(1, Math.ceil(counted / limit));
