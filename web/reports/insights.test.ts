import { expect, test } from "vitest";
import { addDays } from "../../contract/dates.ts";
import type { HouseRevenue } from "./api.ts";
import { insightsOf } from "./insights.ts";

/** One day for each revenue, ending on 20 November, each with the given number of orders. */
const daysOf = (revenues: readonly number[], orders = 1) =>
  revenues.map((revenue, at) => ({
    date: addDays("2026-11-20", at + 1 - revenues.length),
    revenue,
    winnings: 0,
    net: revenue,
    orders,
  }));

const house = (name: string, revenue: number): HouseRevenue => ({
  house_id: name.length,
  house: name,
  revenue,
  winnings: 0,
  net: revenue,
  orders: 1,
});

const insights = (
  revenues: readonly number[],
  houses: readonly HouseRevenue[] = [],
  orders?: number,
) =>
  insightsOf({
    daily_revenue: daysOf(revenues, orders),
    house_revenue: [...houses],
    total_revenue: revenues.reduce((sum, revenue) => sum + revenue, 0),
  });

test("the peak is the latest day with the highest revenue", () => {
  expect(insights([10, 40, 20, 40, 0]).peak?.date).toBe("2026-11-19");
});

test("without revenue there is no peak and no top house", () => {
  const nothing = { peak: undefined, top: undefined };
  expect(insights([0, 0])).toMatchObject(nothing);
  expect(insights([0, 0], [house("Jowai", 0)])).toMatchObject(nothing);
});

test("the average of orders includes days without orders", () => {
  expect(insights([10, 0, 10], [], 3).average_orders).toBe(3);
  expect(insights([]).average_orders).toBe(0);
});

test("the top house has its share of the revenue", () => {
  const { top } = insights([60, 40], [house("Jowai", 75), house("Tura", 25)]);
  expect([top?.house.house, top?.share]).toEqual(["Jowai", 0.75]);
});

test("the trend compares the last seven days with the seven days before", () => {
  const week = (revenue: number) => Array.from({ length: 7 }, () => revenue);
  const trend = (...revenues: number[]) => insights(revenues).trend;
  expect(trend(9_999, ...week(10), ...week(15))).toEqual({ kind: "up", share: 0.5 });
  expect(trend(...week(10), ...week(7.5))).toEqual({ kind: "down", share: 0.25 });
  expect(trend(...week(0.1), ...week(0.1))).toEqual({ kind: "same", share: 0 });
  expect(trend(...week(0), ...week(10))).toEqual({ kind: "nothing_before" });
  expect(trend(...week(10), ...week(10).slice(1))).toEqual({ kind: "too_short" });
});
