import { parseRupees } from "../../contract/money.ts";
import type { DayRevenue, HouseRevenue, Revenue } from "./api.ts";

/** The last seven days compared with the seven days before. */
export type Trend =
  | { kind: "up" | "down" | "same"; share: number }
  | { kind: "too_short" }
  | { kind: "nothing_before" };

interface Insights {
  /** The day with the highest revenue, the latest of equal ones; undefined without any revenue. */
  peak: DayRevenue | undefined;
  /** Orders per day. */
  average_orders: number;
  top: { house: HouseRevenue; share: number } | undefined;
  trend: Trend;
}

export function insightsOf({ daily_revenue, house_revenue, total_revenue }: Figures): Insights {
  const top = house_revenue.find(({ revenue }) => revenue > 0);
  const orders = daily_revenue.reduce((sum, day) => sum + day.orders, 0);
  return {
    peak: peakOf(daily_revenue),
    average_orders: daily_revenue.length > 0 ? orders / daily_revenue.length : 0,
    top: top && { house: top, share: shareOf(top.revenue, total_revenue) },
    trend: trendOf(daily_revenue),
  };
}

type Figures = Pick<Revenue, "daily_revenue" | "house_revenue" | "total_revenue">;

/** A share from 0 to 1. */
export const shareOf = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

function peakOf(days: readonly DayRevenue[]): DayRevenue | undefined {
  const most = Math.max(0, ...days.map(({ revenue }) => revenue));
  return most > 0 ? days.findLast(({ revenue }) => revenue === most) : undefined;
}

const WEEK = 7;

function trendOf(days: readonly DayRevenue[]): Trend {
  if (days.length < 2 * WEEK) return { kind: "too_short" };
  // Both weeks have the same number of days, so comparing sums equals comparing averages.
  const last = paiseOf(days.slice(-WEEK));
  const before = paiseOf(days.slice(-2 * WEEK, -WEEK));
  if (before === 0) return { kind: "nothing_before" };
  const share = Math.abs(last - before) / before;
  return { kind: last > before ? "up" : last < before ? "down" : "same", share };
}

const paiseOf = (days: readonly DayRevenue[]): number =>
  days.reduce((sum, { revenue }) => sum + (parseRupees(revenue) ?? 0), 0);
