import type { ErrorEntry } from "../error-entry.ts";

/** Refusals of calls about orders. */
export const orderErrors = {
  no_plays: {
    status: 400,
    sentence: "Please add at least one play",
    when: "an order has no play",
    field: "plays",
  },
  too_many_plays: {
    status: 400,
    sentence: "An order can hold at most {max} plays",
    when: "an order has more than 500 lines",
    field: "plays",
  },
  stake_too_low: {
    status: 400,
    sentence: "Minimum play amount is ₹{min}",
    when: "the stake on a number is below the house's min_play",
    field: "plays",
  },
  stake_too_high: {
    status: 400,
    sentence: "Maximum play amount is ₹{max}",
    when: "the stakes on a number add up to more than the house's max_play",
    field: "plays",
  },
  house_inactive: {
    status: 400,
    sentence: "This house is not accepting plays",
    when: "the house is inactive",
    field: "house_id",
  },
  date_not_playable: {
    status: 400,
    sentence: "Plays can be placed for today or tomorrow only",
    when: "the play date is neither today nor tomorrow in India",
    field: "play_date",
  },
  round_closed: {
    status: 400,
    sentence: "Booking for this round is closed",
    when: "a round of the order has closed by the database's clock, or its number is published",
  },
  insufficient_balance: {
    status: 400,
    sentence: "Insufficient balance",
    when: "the wallet holds less than the order or the withdrawal takes",
  },
  order_not_pending: {
    status: 409,
    sentence: "Only a pending order can be cancelled",
    when: "an order is cancelled whose earliest round has closed, or that is cancelled already",
  },
  order_not_voidable: {
    status: 409,
    sentence: "This order is already cancelled, or one of its rounds has a published number",
    when: "an admin voids an order that is cancelled, or one of whose rounds has its number",
  },
} as const satisfies Record<string, ErrorEntry>;
