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
const labels = (rounds: ReturnType<typeof roundsOn>) =>
  rounds.map(({ house: { id }, round }) => `${id} ${round}`);

test("the rounds of a day are sorted by time and close 15 minutes before it", () => {
  const rounds = roundsOn(houses, "2026-11-20");
  expect(labels(rounds)).toEqual(["1 first", "2 first", "2 second", "1 second"]);
  expect(rounds[0]).toMatchObject({
    closes_at: "2026-11-20T09:15:00.000Z",
    starts_at: "2026-11-20T09:30:00.000Z",
  });
});

test("all rounds at the next time are returned together", () => {
  expect(labels(nextRounds(houses, at("10:00"), "starts_at"))).toEqual(["1 first", "2 first"]);
});

test("after its closing a round is next to start, but not next to close", () => {
  expect(labels(nextRounds(houses, at("14:45"), "starts_at"))).toEqual(["1 first", "2 first"]);
  expect(labels(nextRounds(houses, at("14:45"), "closes_at"))).toEqual(["2 second"]);
});

test("after the last round of a day the first rounds of the next day follow", () => {
  const [next] = nextRounds(houses, at("20:00"), "starts_at");
  expect(next?.starts_at).toBe("2026-11-21T09:30:00.000Z");
});

test("without houses there are no next rounds", () => {
  expect(nextRounds([], at("10:00"), "starts_at")).toEqual([]);
});
