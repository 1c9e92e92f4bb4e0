import { afterEach, expect, test, vi } from "vitest";
import {
  formatCount,
  formatDay,
  formatDayTime,
  formatMoney,
  formatPercent,
  formatRupees,
  formatTime,
  formatDayTimeToSecond,
} from "./format.ts";

afterEach(() => vi.unstubAllGlobals());

test("money has Indian grouping and two decimals", () => {
  expect(formatMoney(0)).toBe("₹0.00");
  expect(formatMoney(123456)).toBe("₹1,23,456.00");
  expect(formatMoney(-40.5)).toBe("−₹40.50");
  expect(formatMoney(-0.01)).toBe("−₹0.01");
  expect(formatMoney(1234.567)).toBe("₹1,234.57");
  expect(formatMoney(0.3 - (0.1 + 0.2))).toBe("₹0.00");
});

test("whole rupees have no decimals, other amounts have two", () => {
  expect(formatRupees(10000)).toBe("₹10,000");
  expect(formatRupees(10.5)).toBe("₹10.50");
});

test("counts have Indian grouping; averages have at most one decimal", () => {
  expect(formatCount(1234567)).toBe("12,34,567");
  expect(formatCount(2.36)).toBe("2.4");
});

test("percentages always have one decimal", () => {
  expect(formatPercent(0.2141)).toBe("21.4%");
  expect(formatPercent(0.22)).toBe("22.0%");
  expect(formatPercent(1)).toBe("100.0%");
});

test("an instant is shown in India's time on every device", () => {
  expect(formatTime("2026-11-20T10:15:07Z")).toBe("03:45\u00a0PM");
  expect(formatDayTimeToSecond("2026-11-20T20:15:07Z", "en")).toBe("21 Nov 2026, 01:45:07\u00a0AM");
  expect(formatTime("2026-11-20T18:30:00Z")).toBe("12:00\u00a0AM");
});

test("a day is shown in the user's language with Latin digits", () => {
  expect(formatDay("2026-09-05", "en")).toBe("05 Sep 2026");
  expect(formatDay("2026-11-20", "kha")).toBe("20 Nov 2026");
  for (const language of ["hi", "bn", "ne", "as", "hinglish"] as const) {
    expect(formatDay("2026-11-20", language)).toMatch(/^20 \S+ 2026$/);
  }
});

test("a month is translated even if the browser does not support the language", () => {
  vi.stubGlobal("Intl", {});
  expect(formatDay("2026-11-20", "as")).toBe("20 নৱে 2026");
  expect(formatDay("2026-01-05", "ne")).toBe("05 जनवरी 2026");
  expect(formatDay("2026-12-31", "ne")).toBe("31 डिसेम्बर 2026");
});

test("an instant late in the evening UTC is on the next day in India", () => {
  expect(formatDay("2026-11-20T18:30:00Z", "en")).toBe("21 Nov 2026");
  expect(formatDayTime("2026-11-20T10:15:00Z", "en")).toBe("20 Nov 2026, 03:45\u00a0PM");
});
