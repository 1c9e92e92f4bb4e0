import { expect, test } from "vitest";
import { nextRounds, roundsOn } from "./rounds.ts";

const house = (id: number, first_round_time: string, second_round_time: string) => ({
  id,
  name: `House ${id}`,
  name_translations: {},
  location: "Shillong",
  first_round_time,
  second_round_time,
  min_play: 10,
  max_play: 10_000,
  is_active: true,
});

const houses = [house(1, "3:00 PM", "8:00 PM"), house(2, "3:00 PM", "5:01 PM")];
const at = (time: string) => Date.parse(`2026-11-20T${time}:00+05:30`);
const names = (rounds: ReturnType<typeof roundsOn>) =>
  rounds.map(({ house: { id }, round }) => `${id} ${round}`);

test("the rounds of a day stand in the order of their times and close 15 minutes before", () => {
  const rounds = roundsOn(houses, "2026-11-20");
  expect(names(rounds)).toEqual(["1 first", "2 first", "2 second", "1 second"]);
  expect(rounds[0]).toMatchObject({
    closes_at: "2026-11-20T09:15:00.000Z",
    starts_at: "2026-11-20T09:30:00.000Z",
  });
});

test("rounds at the same time come next together", () => {
  expect(names(nextRounds(houses, at("10:00"), "starts_at"))).toEqual(["1 first", "2 first"]);
});

test("between closing and the round it is next to start, not next to close", () => {
  expect(names(nextRounds(houses, at("14:45"), "starts_at"))).toEqual(["1 first", "2 first"]);
  expect(names(nextRounds(houses, at("14:45"), "closes_at"))).toEqual(["2 second"]);
});

test("after the last round of a day comes the first of the next", () => {
  const [next] = nextRounds(houses, at("20:00"), "starts_at");
  expect(next?.starts_at).toBe("2026-11-21T09:30:00.000Z");
});

test("without houses nothing comes", () => {
  expect(nextRounds([], at("10:00"), "starts_at")).toEqual([]);
});
