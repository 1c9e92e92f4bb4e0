import fc from "fast-check";
import type { PlayLine } from "../../../contract/orders/schemas.ts";
import { playsOn } from "../arbitraries.ts";
import { HOUSES } from "./time.ts";

export const PLAYERS = 3;

/** Few numbers, so that plays win and selections repeat. */
const NUMBERS = [0, 7, 45, 54, 70, 99] as const;

const aPick = fc.nat({ max: 1_000 });
const aNumber = fc.constantFrom(...NUMBERS);
const aDigit = fc.constantFrom(0, 4, 5, 7, 9);
const aStake = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(10, 20, 50, 100) },
  { weight: 1, arbitrary: fc.constantFrom(5, 1_000, 1_001) },
);
const aPlay = playsOn(aNumber, aDigit, aStake);

/**
 * An action as plain data. Indices such as `order` are taken modulo the number of orders that exist
 * when the command runs.
 */
export type Command =
  | { type: "place"; player: number; house: number; days: number; plays: PlayLine[] }
  | { type: "cancel"; player: number; order: number }
  | { type: "deposit"; player: number; amount: number }
  | { type: "withdraw"; player: number; amount: number }
  | { type: "decide"; payment: number; decision: "approved" | "rejected" }
  | { type: "publish"; house: number; days: number; first: number | null; second: number | null }
  | { type: "void"; result: number }
  | { type: "void order"; order: number }
  /** Repeats an earlier request, or sends another one, with the same idempotency key. */
  | { type: "retry"; request: number; with_another: Command | null };

/** Moves the clock forward to an instant that matters, while nothing else happens. */
export interface ClockCommand {
  type: "clock";
  to: "just before a closing" | "a closing" | "the evening" | "the next morning";
}

const aPlayer = fc.nat({ max: PLAYERS - 1 });
const aHouse = fc.nat({ max: HOUSES.length - 1 });
const anAmount = fc.constantFrom(50, 100, 250, 1_000, 5_000, 60_000);

const aRequest: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant("place" as const),
      player: aPlayer,
      house: aHouse,
      days: fc.constantFrom(0, 0, 0, 0, 1, 1, -1, 2),
      plays: fc.array(aPlay, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant("cancel" as const), player: aPlayer, order: aPick }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom("deposit" as const, "withdraw" as const),
      player: aPlayer,
      amount: anAmount,
    }),
  },
);

const aCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 12, arbitrary: aRequest },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("decide" as const),
      payment: aPick,
      decision: fc.constantFrom("approved" as const, "rejected" as const),
    }),
  },
  {
    weight: 5,
    arbitrary: fc
      .record({
        type: fc.constant("publish" as const),
        house: aHouse,
        days: fc.constantFrom(0, 0, 0, 0, -1, -1, 1),
        first: aNumber,
        second: aNumber,
        rounds: fc.constantFrom("first", "second", "both"),
      })
      .map(({ rounds, first, second, ...rest }) => ({
        ...rest,
        first: rounds === "second" ? null : first,
        second: rounds === "first" ? null : second,
      })),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("void" as const), result: aPick }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("void order" as const), order: aPick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("retry" as const),
      request: aPick,
      with_another: fc.option(aRequest, { freq: 3 }),
    }),
  },
);

const aClockCommand: fc.Arbitrary<ClockCommand> = fc.record({
  type: fc.constant("clock" as const),
  to: fc.constantFrom(
    "just before a closing" as const,
    "a closing" as const,
    "a closing" as const,
    "the evening" as const,
    "the next morning" as const,
  ),
});

/** A run: each step sends one command, or several at once, or moves the clock. */
export type Run = { base: string; steps: (Command[] | ClockCommand)[] };

export const aRun: fc.Arbitrary<Run> = fc.record({
  base: fc.constantFrom("2026-11-20", "2026-12-30", "2027-02-27"),
  steps: fc.array(
    fc.oneof(
      { weight: 5, arbitrary: aCommand.map((command) => [command]) },
      { weight: 4, arbitrary: fc.array(aCommand, { minLength: 2, maxLength: 4 }) },
      { weight: 3, arbitrary: aClockCommand },
    ),
    { minLength: 4, maxLength: 16 },
  ),
});
