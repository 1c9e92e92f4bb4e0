import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { NewOrder, PlayLine } from "./schemas.ts";

const direct = { type: "direct", round: "first", number: 45, amount: 10 };
const house = { ...direct, type: "house", number: 4 };
const ending = { ...direct, type: "ending", number: 5 };
const forecast = { type: "forecast", forecast_fr: 45, forecast_sr: 7, amount: 10 };

const isPlay = (sent: object): boolean => z.safeParse(PlayLine, sent).success;

describe("a play", () => {
  it.each([
    direct,
    { ...direct, round: "second" },
    { ...direct, number: 0 },
    { ...direct, number: 99 },
    { ...direct, forecast_fr: null, forecast_sr: null },
    { ...house, number: 0 },
    { ...house, number: 9 },
    { ...ending, number: 0 },
    { ...ending, number: 9 },
    forecast,
    { ...forecast, round: "both" },
    { ...forecast, round: null },
    { ...forecast, forecast_fr: 0, forecast_sr: 99 },
    // What a form leaves in the field of the other types is ignored.
    { ...forecast, number: null },
    { ...forecast, number: 7 },
    { ...forecast, number: "" },
  ])("may be %j", (sent) => {
    expect(isPlay(sent)).toBe(true);
  });

  it.each([
    { ...direct, number: -1 },
    { ...direct, number: 100 },
    { ...direct, number: 4.5 },
    { ...direct, number: "45" },
    { ...direct, number: null },
    { ...direct, round: "both" },
    { ...direct, round: undefined },
    { ...direct, forecast_fr: 4 },
    { ...direct, forecast_sr: 4 },
    { ...direct, other: 1 },
    { ...direct, type: "jodi" },
    { ...direct, amount: undefined },
    { ...direct, amount: "10" },
    { ...direct, amount: 10.5 },
    { ...house, number: -1 },
    { ...house, number: 10 },
    { ...ending, number: -1 },
    { ...ending, number: 10 },
    { ...forecast, round: "first" },
    { ...forecast, forecast_fr: 100 },
    { ...forecast, forecast_fr: -1 },
    { ...forecast, forecast_fr: undefined },
    { ...forecast, forecast_sr: 100 },
    { ...forecast, forecast_sr: -1 },
    { ...forecast, forecast_sr: null },
    { ...forecast, other: 1 },
  ])("may not be %j", (sent) => {
    expect(isPlay(sent)).toBe(false);
  });
});

describe("an order", () => {
  const order = { house_id: 1, play_date: "2026-11-20", plays: [direct] };
  const isOrder = (sent: object): boolean => z.safeParse(NewOrder, sent).success;

  it.each([order, { ...order, play_date: "2026-11-20T00:00:00" }, { ...order, plays: [] }])(
    "may be %j",
    (sent) => {
      expect(isOrder(sent)).toBe(true);
    },
  );

  it.each([
    { ...order, house_id: 0 },
    { ...order, house_id: "1" },
    { ...order, play_date: undefined },
    { ...order, play_date: "20-11-2026" },
    { ...order, plays: undefined },
    { ...order, total: 10 },
  ])("may not be %j", (sent) => {
    expect(isOrder(sent)).toBe(false);
  });
});
