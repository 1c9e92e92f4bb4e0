import type { ErrorEntry } from "../error-entry.ts";

/** Refusals of calls about payments. */
export const paymentErrors = {
  deposit_too_small: {
    status: 400,
    sentence: "Minimum deposit amount is ₹100",
    when: "a deposit is below ₹100",
    field: "amount",
  },
  deposit_too_large: {
    status: 400,
    sentence: "Maximum deposit amount is ₹50,000",
    when: "a deposit is above ₹50,000",
    field: "amount",
  },
  too_many_deposits: {
    status: 400,
    sentence: "{max} of your deposits are already waiting. Please wait until one is decided.",
    when: "a player asks for a deposit while 20 of theirs are pending",
  },
  withdrawal_too_small: {
    status: 400,
    sentence: "Minimum withdrawal amount is ₹100",
    when: "a withdrawal is below ₹100",
    field: "amount",
  },
  withdrawal_too_large: {
    status: 400,
    sentence: "Maximum withdrawal amount is ₹50,000",
    when: "a withdrawal is above ₹50,000",
    field: "amount",
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
    field: "reference",
  },
  proof_not_an_image: {
    status: 415,
    sentence: "The screenshot must be a PNG, JPEG or WebP image",
    when: "the proof's content is not one of these kinds of image, or cannot be decoded",
    field: "proof",
  },
  proof_too_large: {
    status: 413,
    sentence: "The screenshot must be at most 5 MB",
    when: "the proof is larger than 5 MB",
    field: "proof",
  },
  proof_too_many_pixels: {
    status: 413,
    sentence: "The screenshot must be at most 25 megapixels",
    when: "the proof has more than 25 megapixels, however few bytes",
    field: "proof",
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
    when: "a UPI id is not shaped like name@bank, or is missing where players pay to it",
    field: "upi_id",
  },
  payment_decided: {
    status: 409,
    sentence: "This request was already {status}",
    when: "a payment request is approved or rejected a second time",
  },
  reason_required: {
    status: 400,
    sentence: "Please give a reason",
    when: "a rejection or a voiding comes without a reason",
  },
} as const satisfies Record<string, ErrorEntry>;
