/**
 * The one table of refusals: code → HTTP status, English sentence, when it is raised.
 * `{name}` in a sentence is filled from the refusal's params. Codes are part of the public
 * interface: clients translate by code and fall back to the sentence.
 */
interface ErrorEntry {
  status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503;
  sentence: string;
  when: string;
}

export const errors = {
  // any call
  invalid_input: {
    status: 400,
    sentence: "Please check what was sent: {problem}",
    when: "a field is missing, unknown, of the wrong type or out of its range",
  },
  malformed_body: {
    status: 400,
    sentence: "The request body could not be read",
    when: "the body is not valid JSON, not a valid form, or not of the declared length",
  },
  session_required: {
    status: 401,
    sentence: "Session expired. Please login again.",
    when: "the call needs a session and carries no token, or one that has ended",
  },
  forbidden: {
    status: 403,
    sentence: "You do not have permission to perform this action.",
    when: "the session is valid, but its role may not make this call",
  },
  not_found: {
    status: 404,
    sentence: "Requested resource not found.",
    when: "the path or the thing it names does not exist, or belongs to somebody else",
  },
  too_large: {
    status: 413,
    sentence: "What was sent is too large",
    when: "a body exceeds its limit: 128 KiB for JSON, 5 MB and a few fields for a form",
  },
  unsupported_media_type: {
    status: 415,
    sentence: "This kind of content is not accepted here",
    when: "the content type is not JSON where JSON is wanted, or not a form where a form is",
  },
  too_many_requests: {
    status: 429,
    sentence: "Too many attempts. Please try again in {seconds} seconds.",
    when: "a rate limit was reached; Retry-After says when to come back",
  },
  fault: {
    status: 500,
    sentence: "Server error. Please try again later.",
    when: "something failed that should not; it is in the log under the request id",
  },
  busy: {
    status: 503,
    sentence: "The service is busy. Please try again in a moment.",
    when: "the queue is full or the database is out of reach; nothing was changed",
  },
  outcome_unknown: {
    status: 500,
    sentence: "It is not known whether this was done. Please try again: nothing is done twice.",
    when:
      "the database was lost while an order was under way; under the same Idempotency-Key it can " +
      "be sent again without harm",
  },
  idempotency_conflict: {
    status: 409,
    sentence: "This request was already used for something else",
    when: "an Idempotency-Key comes again with another body or for another call",
  },

  // accounts
  login_incomplete: {
    status: 400,
    sentence: "Please fill in all fields",
    when: "a login lacks the phone or the password",
  },
  registration_incomplete: {
    status: 400,
    sentence: "Please fill in all required fields",
    when: "a registration lacks the full name, the phone or the password",
  },
  invalid_phone: {
    status: 400,
    sentence: "Invalid phone number",
    when: "a phone is not an Indian mobile number: ten digits starting 6 to 9",
  },
  invalid_email: {
    status: 400,
    sentence: "Invalid email address",
    when: "an email is given and is not shaped like one",
  },
  password_too_short: {
    status: 400,
    sentence: "Password must be at least 6 characters",
    when: "a new password has fewer than 6 characters",
  },
  adults_only: {
    status: 400,
    sentence: "You must be 18 or older to play",
    when: "a registration says is_adult: false",
  },
  phone_taken: {
    status: 409,
    sentence: "Phone number already registered",
    when: "an account has this phone",
  },
  invalid_credentials: {
    status: 401,
    sentence: "Invalid credentials",
    when: "no account has this phone, or the password is wrong; both look the same",
  },
  account_deactivated: {
    status: 403,
    sentence: "Account is deactivated",
    when: "the phone and password are right, but an admin has deactivated the account",
  },
  wrong_password: {
    status: 400,
    sentence: "The current password is not right",
    when: "a password change gives another current password",
  },
  invalid_code: {
    status: 400,
    sentence: "The code is wrong or has expired",
    when: "a reset code does not match, is older than 10 minutes, or was tried 5 times",
  },
  own_account: {
    status: 400,
    sentence: "You cannot deactivate your own account or change its role",
    when: "an admin would shut out, or demote, the account that is making the call",
  },

  // houses
  invalid_clock_time: {
    status: 400,
    sentence: "Please give a time such as 4:00 PM",
    when: "a round's time does not parse as a clock time",
  },
  rounds_out_of_order: {
    status: 400,
    sentence: "The second round must be later than the first",
    when: "the second round's time is not after the first's",
  },
  limits_out_of_order: {
    status: 400,
    sentence: "The maximum play must not be below the minimum",
    when: "max_play is smaller than min_play",
  },
  house_in_use: {
    status: 409,
    sentence: "House has orders; deactivate it instead",
    when: "a house is deleted to which an order or a result refers",
  },

  // orders
  no_plays: {
    status: 400,
    sentence: "Please add at least one play",
    when: "an order has no play",
  },
  too_many_plays: {
    status: 400,
    sentence: "An order can hold at most {max} plays",
    when: "an order has more than 500 lines",
  },
  stake_too_low: {
    status: 400,
    sentence: "Minimum play amount is ₹{min}",
    when: "the stake on a number is below the house's min_play",
  },
  stake_too_high: {
    status: 400,
    sentence: "Maximum play amount is ₹{max}",
    when: "the stakes on a number add up to more than the house's max_play",
  },
  house_inactive: {
    status: 400,
    sentence: "This house is not accepting plays",
    when: "the house is inactive",
  },
  date_not_playable: {
    status: 400,
    sentence: "Plays can be placed for today or tomorrow only",
    when: "the play date is neither today nor tomorrow in India",
  },
  round_closed: {
    status: 400,
    sentence: "Booking for this round is closed",
    when: "a round of the order has closed by the database's clock",
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

  // results
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
    sentence: "This result was changed meanwhile. Please look at it again.",
    when: "a result is edited in the same moment in which it is published",
  },

  // payments
  deposit_too_small: {
    status: 400,
    sentence: "Minimum deposit amount is ₹100",
    when: "a deposit is below ₹100",
  },
  deposit_too_large: {
    status: 400,
    sentence: "Maximum deposit amount is ₹50,000",
    when: "a deposit is above ₹50,000",
  },
  withdrawal_too_small: {
    status: 400,
    sentence: "Minimum withdrawal amount is ₹100",
    when: "a withdrawal is below ₹100",
  },
  withdrawal_too_large: {
    status: 400,
    sentence: "Maximum withdrawal amount is ₹50,000",
    when: "a withdrawal is above ₹50,000",
  },
  method_unavailable: {
    status: 400,
    sentence: "This payment method is not available",
    when: "the payment method does not exist, is inactive, or is of the other direction",
  },
  invalid_reference: {
    status: 400,
    sentence: "A transaction number has 12 digits",
    when: "a deposit's reference is not 12 digits",
  },
  reference_used: {
    status: 409,
    sentence: "This transaction number was already used",
    when: "another request that was not rejected carries the same reference",
  },
  proof_not_an_image: {
    status: 415,
    sentence: "The screenshot must be a PNG, JPEG or WebP image",
    when: "the proof's content is not one of these kinds of image, or cannot be decoded",
  },
  proof_too_large: {
    status: 413,
    sentence: "The screenshot must be at most 5 MB",
    when: "the proof is larger than 5 MB or 50 megapixels",
  },
  account_incomplete: {
    status: 400,
    sentence: "Please fill in all account details",
    when: "bank details lack the name, number or IFSC code, or UPI details the UPI id",
  },
  invalid_account_number: {
    status: 400,
    sentence: "An account number has 6 to 18 digits",
    when: "a bank account number is not 6 to 18 digits",
  },
  invalid_ifsc: {
    status: 400,
    sentence: "An IFSC code looks like SBIN0001234",
    when: "an IFSC code is not four letters, a zero and six letters or digits",
  },
  invalid_upi_id: {
    status: 400,
    sentence: "A UPI ID looks like name@bank",
    when: "a UPI id is not shaped like name@bank",
  },
  payment_decided: {
    status: 409,
    sentence: "This request was already decided",
    when: "a payment request is approved or rejected a second time",
  },
  reason_required: {
    status: 400,
    sentence: "Please give a reason",
    when: "a rejection or a voiding comes without a reason",
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errors;

export type ErrorParams = Record<string, string | number>;

/** The body of every answer that is not a success. `fields` maps a field to its sentence. */
export interface ErrorReply {
  code: ErrorCode;
  detail: string;
  params?: ErrorParams;
  fields?: Record<string, string>;
}

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errors, text);

/** The English sentence of a code, its `{name}` places filled from params. */
export const sentenceOf = (code: ErrorCode, params: ErrorParams = {}): string =>
  errors[code].sentence.replace(/\{(\w+)\}/g, (place, name: string) =>
    String(params[name] ?? place),
  );
