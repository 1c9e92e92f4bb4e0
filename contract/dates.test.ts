import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDays,
  dayInIndia,
  dayOf,
  instantInIndia,
  isDay,
  isDaySent,
  parseClockTime,
} from "./dates.ts";

describe("dayInIndia", () => {
  it.each([
    ["2026-11-01T18:29:59.999Z", "2026-11-01"],
    ["2026-11-01T18:30:00.000Z", "2026-11-02"],
    ["2026-11-02T00:00:00.000Z", "2026-11-02"],
    ["2026-11-02T18:29:59.999Z", "2026-11-02"],
    ["2026-12-31T18:29:59.999Z", "2026-12-31"],
    ["2026-12-31T18:30:00.000Z", "2027-01-01"],
    ["2028-02-28T18:30:00.000Z", "2028-02-29"],
    ["2028-02-29T18:30:00.000Z", "2028-03-01"],
    ["2026-11-02T00:00:00.000+05:30", "2026-11-02"],
    ["2026-11-02T05:29:59.999+05:30", "2026-11-02"],
  ])("of %s is %s", (instant, day) => {
    expect(dayInIndia(instant)).toBe(day);
  });
});

describe("addDays", () => {
  it.each([
    ["2026-12-31", 1, "2027-01-01"],
    ["2027-01-01", -1, "2026-12-31"],
    ["2028-02-28", 1, "2028-02-29"],
    ["2027-02-28", 1, "2027-03-01"],
    ["2026-11-02", 0, "2026-11-02"],
    ["2026-11-02", 365, "2027-11-02"],
  ])("to %s adds %d, which is %s", (day, days, then) => {
    expect(addDays(day, days)).toBe(then);
  });
});

describe("instantInIndia", () => {
  it.each([
    ["2026-11-02", 0, "2026-11-01T18:30:00.000Z"],
    ["2026-11-02", 330, "2026-11-02T00:00:00.000Z"],
    ["2026-11-02", 15 * 60, "2026-11-02T09:30:00.000Z"],
    ["2026-11-02", 24 * 60 - 1, "2026-11-02T18:29:00.000Z"],
    ["2027-01-01", 0, "2026-12-31T18:30:00.000Z"],
    ["2026-11-02", -10, "2026-11-01T18:20:00.000Z"],
  ])("of %s, %d minutes after midnight, is %s", (day, minutes, instant) => {
    expect(instantInIndia(day, minutes)).toBe(instant);
  });

  it("is on its day in India", () => {
    const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 70_000 }), minutes, (days, at) => {
        const day = addDays("2000-01-01", days);
        expect(dayInIndia(instantInIndia(day, at))).toBe(day);
      }),
    );
  });
});

describe("isDay", () => {
  it.each(["2026-11-02", "2028-02-29", "2000-01-01", "2199-12-31"])("%s is a day", (text) => {
    expect(isDay(text)).toBe(true);
  });

  it.each([
    "",
    "2027-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-11-31",
    "2026-11-00",
    "26-11-02",
    "2026-1-2",
    "2026/11/02",
    "02-11-2026",
    "2026-11-02T00:00:00",
    " 2026-11-02",
    "0000-01-01",
    "1999-12-31",
    "2200-01-01",
    "+02026-11-02",
  ])("'%s' is not a day", (text) => {
    expect(isDay(text)).toBe(false);
  });
});

describe("isDaySent", () => {
  it.each([
    "2026-11-02",
    "2026-11-02T00:00:00",
    "2026-11-02T00:00:00.0",
    "2026-11-02T00:00:00.000",
  ])("a request may send '%s', and it is that day", (text) => {
    expect(isDaySent(text)).toBe(true);
    expect(dayOf(text)).toBe("2026-11-02");
  });

  it.each([
    "",
    "2026-02-30",
    "2026-02-30T00:00:00",
    "2026-11-02T",
    "2026-11-02 ",
    "2026-11-02T00:00",
    "2026-11-02T10:00:00",
    "2026-11-02T00:00:01",
    "2026-11-02T00:00:00.",
    "2026-11-02T00:00:00.001",
    "2026-11-02T00:00:00Z",
    "2026-11-0200:00:00",
  ])("a request may not send '%s'", (text) => {
    expect(isDaySent(text)).toBe(false);
  });
});

describe("parseClockTime", () => {
  it.each([
    ["12:00 AM", 0],
    ["12:01 AM", 1],
    ["12:59 am", 59],
    ["1:00 AM", 60],
    ["11:59 AM", 719],
    ["12:00 PM", 720],
    ["12:30 pm", 750],
    ["4:00 PM", 960],
    ["04:00 PM", 960],
    ["4 pm", 960],
    ["4PM", 960],
    ["4:00 p.m.", 960],
    [" 4:00  PM ", 960],
    ["16:00", 960],
    ["0:00", 0],
    ["00:05", 5],
    ["9:05", 545],
    ["23:59", 1439],
    ["11:59 PM", 1439],
  ])("'%s' is %d minutes after midnight", (text, minutes) => {
    expect(parseClockTime(text)).toBe(minutes);
  });

  it.each([
    "24:00",
    "0:30 PM",
    "0 am",
    "13:00 PM",
    "4:60 PM",
    "4:5 PM",
    "noon",
    "",
    "4",
    "16",
    "PM",
    "-4:00",
    "4:00 XM",
    "4:00 PM IST",
    "4.00 PM",
    "104:00",
    "004:00 PM",
    "٤:٠٠",
    "4:00:00 PM",
  ])("'%s' is not a clock time", (text) => {
    expect(parseClockTime(text)).toBeUndefined();
  });
});
