import { endingDigit, houseDigit, type Round, ROUNDS } from "../../contract/orders/rules.ts";

/** Which digit of a round's number is counted: the one of a house play, or of an ending play. */
export const DIGITS = ["house", "ending"] as const;
export type Digit = (typeof DIGITS)[number];

export interface DigitCount {
  digit: number;
  /** How many rounds had it. */
  first: number;
  second: number;
}

type Numbers = Record<`${Round}_round`, number | null>;

/** How often each digit from 0 to 9 came in these results. */
export function countDigits(results: readonly Numbers[], which: Digit): DigitCount[] {
  const digitOf = which === "house" ? houseDigit : endingDigit;
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
