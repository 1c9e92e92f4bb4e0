/**
 * The game's rules, as screen and server share them. docs/domain.md tells them in words.
 * Stakes here are in whatever unit the caller uses; payouts come in the same.
 */
export const MAX_PLAYS = 500;

export const BET_TYPES = ["direct", "house", "ending", "forecast"] as const;
export type BetType = (typeof BET_TYPES)[number];

export const ROUNDS = ["first", "second"] as const;
export type Round = (typeof ROUNDS)[number];

/** What a winning play pays, times its stake. New orders freeze the rates then in force. */
export const CURRENT_RATES = { direct: 80, house: 10, ending: 10, forecast: 400 } as const;
export type Rates = Record<BetType, number>;

export const ORDER_STATUSES = ["pending", "confirmed", "won", "lost", "cancelled"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** A play on a number of one round, or on the two numbers of a day. */
export type Play =
  | { type: "direct" | "house" | "ending"; round: Round; number: number; amount: number }
  | { type: "forecast"; first: number; second: number; amount: number };

/** Numbers from 0 below this can be played. */
export const numbersOf = (type: BetType): number =>
  type === "direct" || type === "forecast" ? 100 : 10;

/** One play in that many wins, every number of a round being as likely as any other. */
export const oneIn = (type: BetType): number =>
  type === "forecast" ? numbersOf(type) ** 2 : numbersOf(type);

/** The share of all stakes that comes back on average: 0.8 is ₹80 of every ₹100. */
export const shareReturned = (type: BetType, rates: Rates = CURRENT_RATES): number =>
  rates[type] / oneIn(type);

/** The digit that a house play names: the tens of a round's number. */
export const houseDigit = (number: number): number => Math.floor(number / 10);

/** The digit that an ending play names: the ones of a round's number. */
export const endingDigit = (number: number): number => number % 10;

/** Two digits, as direct and forecast numbers are shown. */
export const twoDigits = (number: number): string => String(number).padStart(2, "0");
