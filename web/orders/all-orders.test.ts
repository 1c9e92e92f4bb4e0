import { expect, test } from "vitest";
import {
  isVoidable,
  linkToOrder,
  NO_FILTER,
  parseOrderCode,
  type PlayersOrder,
} from "./all-orders.ts";

type Status = PlayersOrder["status"];

/** An order with a play in each round, given what each play has won; null until settled. */
const order = (status: Status, first: number | null, second: number | null): PlayersOrder => {
  const play = { number: 7, amount: 10, rate: 80 };
  return {
    id: 889,
    house_id: 1,
    house_name: "Jowai",
    play_date: "2026-11-20",
    total_amount: 20,
    winning_amount: (first ?? 0) + (second ?? 0),
    status,
    closes_at: "2026-11-20T09:15:00Z",
    created_at: "2026-11-20T07:30:00Z",
    cancel_reason: null,
    numbers: {
      direct: [
        { ...play, round: "first", won: first },
        { ...play, round: "second", won: second },
      ],
      house: [],
      ending: [],
      forecast: [],
    },
    user: { id: 1, full_name: "Asha Rai", phone: "9876500001" },
  };
};

test.each<[Status, number | null, number | null, boolean]>([
  ["pending", null, null, true],
  ["confirmed", null, null, true],
  ["confirmed", 0, null, false],
  ["confirmed", 800, null, false],
  ["won", 800, 0, false],
  ["lost", 0, 0, false],
  ["cancelled", null, null, false],
])("a %s order whose plays won %j and %j is voidable: %s", (status, first, second, voidable) => {
  expect(isVoidable(order(status, first, second))).toBe(voidable);
});

test.each([
  ["#0889", 889],
  ["0889", 889],
  [" # 889 ", 889],
  ["#12345", 12_345],
  ["#0000", undefined],
  ["", undefined],
  ["#08x9", undefined],
  ["9".repeat(16), undefined],
])("the number %j is that of the order %s", (text, order_id) => {
  expect(parseOrderCode(text)).toBe(order_id);
});

test("the link to an order keeps the filters and the page of the list", () => {
  const filter = {
    house_id: 3,
    date: "2026-11-20",
    status: "won",
    phone: "9876500001",
  } as const;
  expect(linkToOrder({ filter, page: 2, order_id: undefined }, 889)).toBe(
    "?house=3&date=2026-11-20&status=won&phone=9876500001&page=2&order=889",
  );
  expect(linkToOrder({ filter: NO_FILTER, page: 1, order_id: 888 }, 889)).toBe("?order=889");
});
