import * as z from "zod/mini";
import { parseSentRupees } from "../money.ts";
import {
  atMost,
  givenText,
  Id,
  IdText,
  Instant,
  NOT_RUPEES,
  oneLine,
  Rupees,
  RupeesSent,
  someText,
  textUpTo,
  WITHOUT_CONTROLS,
} from "../schemas.ts";
import {
  ACCOUNT_NUMBER,
  ACCOUNT_TYPES,
  IFSC,
  MAX_ACCOUNT_NAME_LENGTH,
  MAX_ICON_URL_LENGTH,
  MAX_METHOD_NAME_LENGTH,
  METHOD_TYPES,
  PAYMENT_KINDS,
  PAYMENT_STATUSES,
  REFERENCE,
  UPI_ID,
} from "./rules.ts";

export const PaymentKindName = z.enum(PAYMENT_KINDS);
export const PaymentStatusName = z.enum(PAYMENT_STATUSES);

/** The account that receives a withdrawal. */
export const AccountDetails = z.object({
  account_type: z.enum(ACCOUNT_TYPES),
  account_name: z.nullable(z.string()),
  account_number: z.nullable(z.string()),
  ifsc_code: z.nullable(z.string()),
  upi_id: z.nullable(z.string()),
});
export type AccountDetails = z.output<typeof AccountDetails>;

/** A deposit or withdrawal, for its player. `amount` in rupees. */
export const Payment = z.object({
  id: Id,
  kind: PaymentKindName,
  amount: Rupees,
  method_id: z.nullable(Id),
  method_name: z.nullable(z.string()),
  status: PaymentStatusName,
  reference: z.nullable(z.string()),
  has_proof: z.boolean(),
  account_details: z.nullable(AccountDetails),
  reason: z.nullable(z.string()),
  created_at: Instant,
  decided_at: z.nullable(Instant),
});
export type Payment = z.output<typeof Payment>;

/** The same with the admin who decided it, for admins only. */
export const PaymentWithDecider = z.extend(Payment, {
  decided_by: z.nullable(z.object({ id: Id, full_name: z.string() })),
});
export type PaymentWithDecider = z.output<typeof PaymentWithDecider>;

/**
 * The same in the queue, with its player and the totals of that player's payments. `owed` is the
 * player's debt.
 */
export const PaymentForAdmin = z.extend(PaymentWithDecider, {
  user: z.object({
    id: Id,
    full_name: z.string(),
    phone: z.string(),
    is_active: z.boolean(),
    wallet_balance: Rupees,
    owed: Rupees,
  }),
  history: z.object({
    approved_deposits: z.int(),
    deposited: Rupees,
    approved_withdrawals: z.int(),
    withdrawn: Rupees,
    rejected: z.int(),
  }),
});
export type PaymentForAdmin = z.output<typeof PaymentForAdmin>;

/** RupeesSent in a form, where every field is text. */
const AmountText = z.pipe(
  z.string().check(z.trim(), z.regex(/^-?\d+(\.\d{1,2})?$/, NOT_RUPEES)),
  z.transform((text) => parseSentRupees(Number(text)) ?? 0),
);

export const DepositForm = z.strictObject({
  amount: AmountText,
  payment_method: IdText,
  reference: z.pipe(
    z.optional(
      z.string().check(
        z.trim(),
        z.refine((text) => text === "" || REFERENCE.test(text), "invalid_reference"),
      ),
    ),
    z.transform((text) => text || null),
  ),
  proof: z.optional(z.instanceof(Uint8Array)),
});

const filled = (pattern: RegExp, wrong: string) =>
  givenText("account_incomplete").check(
    oneLine,
    z.refine((text) => text !== "", { error: "account_incomplete", abort: true }),
    z.regex(pattern, wrong),
  );
const unused = z.optional(z.nullable(z.string().check(z.maxLength(200))));

/** Fields of the other account type are accepted and ignored. */
export const AccountDetailsSent = z.discriminatedUnion("account_type", [
  z.strictObject({
    account_type: z.literal("bank"),
    account_name: filled(WITHOUT_CONTROLS, "account_incomplete").check(
      atMost(MAX_ACCOUNT_NAME_LENGTH),
    ),
    account_number: filled(ACCOUNT_NUMBER, "invalid_account_number"),
    ifsc_code: z.pipe(
      z.pipe(
        givenText("account_incomplete"),
        z.transform((text) => text.trim().toUpperCase()),
      ),
      filled(IFSC, "invalid_ifsc"),
    ),
    upi_id: unused,
  }),
  z.strictObject({
    account_type: z.literal("upi"),
    upi_id: filled(UPI_ID, "invalid_upi_id"),
    account_name: unused,
    account_number: unused,
    ifsc_code: unused,
  }),
]);
export type AccountDetailsSent = z.output<typeof AccountDetailsSent>;

export const Withdrawal = z.strictObject({
  amount: RupeesSent,
  account_details: AccountDetailsSent,
});

/** The account to pay to. `qr_url` is a data URL of a QR code for the UPI id. */
const AccountInfo = z.object({
  upi_id: z.nullable(z.string()),
  qr_url: z.nullable(z.string()),
});

export const PaymentMethod = z.object({
  id: Id,
  name: z.string(),
  method_type: z.enum(METHOD_TYPES),
  icon_url: z.nullable(z.string()),
  account_info: AccountInfo,
});
export type PaymentMethod = z.output<typeof PaymentMethod>;

export const ManagedPaymentMethod = z.extend(PaymentMethod, {
  direction: PaymentKindName,
  is_active: z.boolean(),
});
export type ManagedPaymentMethod = z.output<typeof ManagedPaymentMethod>;

const UpiId = z.nullable(z.string().check(z.trim(), z.regex(UPI_ID, "invalid_upi_id")));
const IconUrl = z.nullable(
  textUpTo(MAX_ICON_URL_LENGTH).check(z.regex(/^(https:\/\/|\/)/, "must begin with https:// or /")),
);

export const NewPaymentMethod = z.strictObject({
  name: someText(MAX_METHOD_NAME_LENGTH),
  direction: PaymentKindName,
  method_type: z.enum(METHOD_TYPES),
  icon_url: z._default(IconUrl, null),
  upi_id: z._default(UpiId, null),
  is_active: z._default(z.boolean(), true),
});

export const PaymentMethodChanges = z.strictObject({
  name: z.optional(someText(MAX_METHOD_NAME_LENGTH)),
  icon_url: z.optional(IconUrl),
  upi_id: z.optional(UpiId),
  is_active: z.optional(z.boolean()),
});
