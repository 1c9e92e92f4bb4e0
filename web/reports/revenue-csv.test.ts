import { expect, test } from "vitest";
import { revenueCsv } from "./revenue-csv.ts";

test("the CSV file has a header, one line per day and the last day in its name", () => {
  const shared = { winnings: 0, net: 0 };
  const { name, text } = revenueCsv({
    daily_revenue: [
      { date: "2026-11-19", revenue: 123_456.5, orders: 12, ...shared },
      { date: "2026-11-20", revenue: 0, orders: 0, ...shared },
    ],
  });
  expect(name).toBe("revenue_report_2026-11-20.csv");
  expect(text.split("\r\n")).toEqual([
    "Date,Revenue,Orders",
    "2026-11-19,123456.50,12",
    "2026-11-20,0.00,0",
    "",
  ]);
});
