/** The rules of the game, shared by the screens and the server; docs/domain.md explains them. */

export const MAX_PLAYS = 500;

export const BET_TYPES = ["direct", "house", "ending", "forecast"] as const;
export type BetType = (typeof BET_TYPES)[number];

export const ROUNDS = ["first", "second"] as const;
export type Round = (typeof ROUNDS)[number];

/** A winning play pays its stake times this rate. An order keeps the rates of its acceptance. */
export const CURRENT_RATES = { direct: 80, house: 10, ending: 10, forecast: 400 } as const;
export type Rates = Record<BetType, number>;

export const ORDER_STATUSES = ["pending", "confirmed", "won", "lost", "cancelled"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** A play on the number of one round, or on both numbers of a day. */
export type Play =
  | { type: "direct" | "house" | "ending"; round: Round; number: number; amount: number }
  | { type: "forecast"; first: number; second: number; amount: number };

/** Valid numbers are from 0 to one less than this. */
export const numbersOf = (type: BetType): number =>
  type === "direct" || type === "forecast" ? 100 : 10;

/** One play in this many wins, if all numbers of a round are equally likely. */
export const oneIn = (type: BetType): number =>
  type === "forecast" ? numbersOf(type) ** 2 : numbersOf(type);

/** The share of all stakes that is paid out on average: 0.8 is ₹80 of every ₹100. */
export const shareReturned = (type: BetType, rates: Rates = CURRENT_RATES): number =>
  rates[type] / oneIn(type);

/** The winning number of a house play: the tens of the round's number. */
export const houseDigit = (number: number): number => Math.floor(number / 10);

/** The winning number of an ending play: the ones of the round's number. */
export const endingDigit = (number: number): number => number % 10;

/** A direct or forecast number with two digits, for display. */
export const twoDigits = (number: number): string => String(number).padStart(2, "0");
