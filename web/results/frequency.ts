import { endingDigit, houseDigit, type Round, ROUNDS } from "../../contract/orders/rules.ts";

/**
 * Which digit of a number is counted: the tens, as in a house play, or the ones, as in an ending.
 */
export const DIGIT_KINDS = ["house", "ending"] as const;
export type DigitKind = (typeof DIGIT_KINDS)[number];

export interface DigitCount {
  digit: number;
  /** The number of first rounds in which the digit came. */
  first: number;
  /** The number of second rounds in which the digit came. */
  second: number;
}

type Numbers = Record<`${Round}_round`, number | null>;

/** Counts how often each digit from 0 to 9 came in the results. */
export function countDigits(results: readonly Numbers[], kind: DigitKind): DigitCount[] {
  const digitOf = kind === "house" ? houseDigit : endingDigit;
  const counts = Array.from({ length: 10 }, (_, digit) => ({ digit, first: 0, second: 0 }));
  for (const result of results) {
    for (const round of ROUNDS) {
      const number = result[`${round}_round`];
      const count = number === null ? undefined : counts[digitOf(number)];
      if (count) count[round] += 1;
    }
  }
  return counts;
}
