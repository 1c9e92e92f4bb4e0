import { createElement } from "react";
import { beforeAll, expect, test } from "vitest";
import { renderedText } from "../lib/rendered-text.tsx";
import { speakEnglish } from "../lib/speak-english.ts";
import { DaysTable } from "./days-table.tsx";
import { HousesCard } from "./houses-card.tsx";
import { StatCards } from "./stat-cards.tsx";

/** In the journeys all figures are of one day and house, so that many are equal. */
beforeAll(() => speakEnglish("admin"));

test("each key figure is under its own name", () => {
  const stats = {
    total_users: 1_200,
    active_users: 1_100,
    today_orders: 30,
    today_revenue: 400,
    today_winnings: 150,
    today_net: 250,
    total_revenue: 90_000,
    total_winnings: 98_000,
    total_net: -8_000,
    pending_deposits: 1,
    pending_withdrawals: 2,
    unpublished_results: 3,
    broken_invariants: 0,
  };
  expect(renderedText(createElement(StatCards, { stats }))).toBe(
    [
      "Total Users | 1,200 | 1,100 active",
      "Today's Orders | 30 | Not cancelled",
      "Today's Revenue | ₹400.00 | ₹250.00 after winnings",
      "Total Revenue | ₹90,000.00 | −₹8,000.00 after winnings",
    ].join(" | "),
  );
});

test("the table of days has the newest day first, and each figure under its name", () => {
  const days = [
    { date: "2026-11-19", revenue: 100, winnings: 20, net: 80, orders: 3 },
    { date: "2026-11-20", revenue: 200, winnings: 250, net: -50, orders: 4 },
  ];
  expect(renderedText(createElement(DaysTable, { caption: "Days", days }))).toBe(
    [
      "Days | Date | Revenue | Orders | Winnings | After winnings",
      "20 Nov 2026 | ₹200.00 | Orders | 4 | Winnings | ₹250.00 | After winnings | −₹50.00",
      "19 Nov 2026 | ₹100.00 | Orders | 3 | Winnings | ₹20.00 | After winnings | ₹80.00",
    ].join(" | "),
  );
});

test("each house has its revenue, the average of its orders and its share", () => {
  const houses = [
    { house_id: 1, house: "Jowai", revenue: 100, winnings: 20, net: 80, orders: 3 },
    { house_id: 2, house: "Tura", revenue: 0, winnings: 0, net: 0, orders: 0 },
  ];
  const text = renderedText(createElement(HousesCard, { houses, total: 400 }));
  expect(text).toContain("Revenue by house | Jowai | ₹100.00 | Tura | ₹0.00 | ");
  const names = ["Revenue", "Orders", "Average order", "Percent of total"];
  const row = (cells: readonly string[]) =>
    names.map((name, at) => `${name} | ${cells[at]}`).join(" | ");
  expect(text).toContain(`House | Jowai | ${row(["₹100.00", "3", "₹33.33", "25.0%"])}`);
  expect(text).toContain(`House | Tura | ${row(["₹0.00", "0", "₹0.00", "0.0%"])}`);
});
