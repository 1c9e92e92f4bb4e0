import type { ErrorEntry } from "../error-entry.ts";

/** Refusals of calls about houses. */
export const houseErrors = {
  invalid_clock_time: {
    status: 400,
    sentence: "Please give a time such as 4:00 PM",
    when: "a round's time does not parse as a clock time",
  },
  rounds_out_of_order: {
    status: 400,
    sentence: "The second round must be later than the first",
    when: "the second round's time is not after the first's",
    field: "second_round_time",
  },
  limits_out_of_order: {
    status: 400,
    sentence: "The maximum play must not be below the minimum",
    when: "max_play is smaller than min_play",
    field: "max_play",
  },
  house_name_taken: {
    status: 409,
    sentence: "Another house already has this name",
    when: "a house gets the name of another, active or not; case and extra blanks do not matter",
    field: "name",
  },
  house_in_use: {
    status: 409,
    sentence: "House has orders; deactivate it instead",
    when: "a house is deleted to which an order or a result refers",
  },
} as const satisfies Record<string, ErrorEntry>;
