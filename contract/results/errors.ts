import type { ErrorEntry } from "../error-entry.ts";

/** Refusals of calls about results. */
export const resultErrors = {
  no_round_given: {
    status: 400,
    sentence: "Please enter at least one result",
    when: "a result carries neither round",
  },
  round_still_open: {
    status: 409,
    sentence: "Booking for this round is still open",
    when: "a result is entered or published for a round that has not closed",
  },
  round_has_result: {
    status: 409,
    sentence: "This round already has a result",
    when: "another row carries this round of the house and date",
  },
  result_published: {
    status: 409,
    sentence: "A published result cannot be changed",
    when: "a published result is edited or published again",
  },
  result_changed: {
    status: 409,
    sentence: "This result has been changed in the meantime. Please check it again.",
    when: "a result that is published or edited is no longer the one that the admin saw",
  },
} as const satisfies Record<string, ErrorEntry>;
