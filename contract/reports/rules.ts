/** The report periods that the screens offer, in days. */

export const REVENUE_DAYS = [7, 30, 90] as const;
export const DEFAULT_REVENUE_DAYS = 30;

export const WINNERS_DAYS = [1, 7, 30] as const;
export const DEFAULT_WINNERS_DAYS = 7;
export const DEFAULT_WINNERS = 50;

/** The number of winners on the dashboard. */
export const DASHBOARD_WINNERS = 10;
