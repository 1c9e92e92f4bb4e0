/** Limits (rupees) and formats of payments; see docs/domain.md, the wallet. */
export const MIN_DEPOSIT = 100;
export const MAX_DEPOSIT = 50_000;
export const MIN_WITHDRAWAL = 100;
export const MAX_WITHDRAWAL = 50_000;

/** More than a player needs; each pending deposit may store a screenshot of some megabytes. */
export const MAX_PENDING_DEPOSITS = 20;

export const MAX_PROOF_BYTES = 5 * 1024 * 1024;
/** In pixels; larger ones are shrunk. Every digit on a phone's screenshot can be read. */
export const MAX_PROOF_SIDE = 2_400;
/** Twice what phones photograph; more takes seconds of a core and hundreds of megabytes. */
export const MAX_PROOF_PIXELS = 25_000_000;
export const PROOF_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;

/** The maximum lengths of texts, in characters. */
export const MAX_ACCOUNT_NAME_LENGTH = 100;
export const MAX_METHOD_NAME_LENGTH = 60;
export const MAX_ICON_URL_LENGTH = 300;

export const REFERENCE = /^\d{12}$/;
export const ACCOUNT_NUMBER = /^\d{6,18}$/;
export const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;
export const UPI_ID = /^[a-zA-Z0-9._-]{2,64}@[a-zA-Z][a-zA-Z0-9.-]{1,63}$/;

/** The kinds of payment requests, and of the payment methods for them. */
export const PAYMENT_KINDS = ["deposit", "withdrawal"] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

export const METHOD_TYPES = ["paytm", "phonepe", "googlepay", "upi", "card", "other"] as const;
export type MethodType = (typeof METHOD_TYPES)[number];

const PAID_BY_UPI: readonly MethodType[] = ["upi", "phonepe", "googlepay", "paytm"];

interface Purpose {
  direction: PaymentKind;
  method_type: MethodType;
}

/** Whether players pay to a UPI id with this method, which then requires one. */
export const needsUpiId = ({ direction, method_type }: Purpose): boolean =>
  direction === "deposit" && PAID_BY_UPI.includes(method_type);

/** The kinds of accounts to which withdrawals are paid. */
export const ACCOUNT_TYPES = ["bank", "upi"] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** The kind of account to which the operator pays withdrawals with a method of this type. */
export const accountTypeOf = (method_type: MethodType): AccountType =>
  PAID_BY_UPI.includes(method_type) ? "upi" : "bank";

export const PAYMENT_STATUSES = ["pending", "approved", "rejected"] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
