import { describe, expect, it } from "vitest";
import { closesAt } from "./rules.ts";

const closingTime = (time: string, day: string): string =>
  closesAt({ first_round_time: time, second_round_time: "11:59 PM" }, day, "first");

describe("a round closes a quarter of an hour before its time in India", () => {
  it.each([
    ["3:00 PM", "2026-11-02", "2026-11-02T09:15:00.000Z"],
    ["15:00", "2026-11-02", "2026-11-02T09:15:00.000Z"],
    ["4:11 PM", "2026-11-02", "2026-11-02T10:26:00.000Z"],
    ["5:45 AM", "2026-11-02", "2026-11-02T00:00:00.000Z"],
    ["5:00 AM", "2026-11-02", "2026-11-01T23:15:00.000Z"],
    ["12:15 AM", "2026-11-02", "2026-11-01T18:30:00.000Z"],
    ["12:00 AM", "2026-11-02", "2026-11-01T18:15:00.000Z"],
    ["12:05 AM", "2027-01-01", "2026-12-31T18:20:00.000Z"],
    ["11:59 PM", "2026-12-31", "2026-12-31T18:14:00.000Z"],
  ])("%s on %s closes at %s", (time, day, instant) => {
    expect(closingTime(time, day)).toBe(instant);
  });
});

it("each round closes by its own time", () => {
  const house = { first_round_time: "4:11 PM", second_round_time: "5:01 PM" };
  expect(closesAt(house, "2026-11-02", "second")).toBe("2026-11-02T11:16:00.000Z");
});

it("a time that does not parse throws", () => {
  expect(() => closingTime("noon", "2026-11-02")).toThrow("parses");
});
