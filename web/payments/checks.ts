import { parseSentRupees } from "../../contract/money.ts";
import {
  ACCOUNT_NUMBER,
  type AccountType,
  IFSC,
  MAX_DEPOSIT,
  MAX_PROOF_BYTES,
  MAX_WITHDRAWAL,
  MIN_DEPOSIT,
  MIN_WITHDRAWAL,
  PROOF_TYPES,
  REFERENCE,
  UPI_ID,
} from "../../contract/payments/rules.ts";
import { ApiError, fieldErrorsOf } from "../lib/api-error.ts";
import type { MessageKey } from "../lib/messages.ts";
import type { FieldErrors } from "../ui/form.tsx";

/** Parses an amount in rupees; undefined when it is not a number or has too many decimals. */
export function parseAmount(text: string): number | undefined {
  const rupees = /^-?[\d.]+$/.test(text.trim()) ? Number(text) : Number.NaN;
  return parseSentRupees(rupees) === undefined ? undefined : rupees;
}

/** The values of the deposit form. */
export interface Deposit {
  amount: string;
  method_id: number | undefined;
  reference: string;
  proof: File | undefined;
}

/** The errors of the deposit form, by field, before it is sent. */
export const depositErrors = ({ amount, method_id, reference, proof }: Deposit): FieldErrors =>
  withoutUndefined({
    amount: depositAmountError(amount),
    payment_method: method_id === undefined ? "error.method_unavailable" : undefined,
    reference:
      reference === "" || REFERENCE.test(reference) ? undefined : "error.invalid_reference",
    proof: proof && proofError(proof),
  });

/** Checks the type that the browser reports and the size. The server checks the content itself. */
function proofError(file: File): MessageKey | undefined {
  const isImage = file.size > 0 && PROOF_TYPES.some((type) => type === file.type);
  if (!isImage) return "error.proof_not_an_image";
  return file.size > MAX_PROOF_BYTES ? "error.proof_too_large" : undefined;
}

/** The values of the withdrawal form. */
export interface Withdrawal {
  amount: string;
  account_type: AccountType;
  account_name: string;
  account_number: string;
  ifsc_code: string;
  upi_id: string;
}

/** The errors of the withdrawal form, by field; `balance` is in rupees. */
export const withdrawalErrors = (values: Withdrawal, balance: number): FieldErrors =>
  withoutUndefined({
    amount: withdrawalAmountError(values.amount, balance),
    ...(values.account_type === "upi"
      ? { upi_id: requiredError(values.upi_id, UPI_ID, "error.invalid_upi_id") }
      : {
          account_name: requiredError(values.account_name, /./, "error.account_incomplete"),
          account_number: requiredError(
            values.account_number,
            ACCOUNT_NUMBER,
            "error.invalid_account_number",
          ),
          ifsc_code: requiredError(values.ifsc_code, IFSC, "error.invalid_ifsc"),
        }),
  });

/**
 * The field to which a refusal of the server belongs, by the name of the form field; empty when it
 * belongs to none. `insufficient_balance` has no field in the contract, but here it belongs to the
 * amount.
 */
export function refusalErrors(error: Error): FieldErrors {
  if (error instanceof ApiError && error.code === "insufficient_balance") return { amount: error };
  const found = Object.entries(fieldErrorsOf(error));
  return Object.fromEntries(found.map(([path, what]) => [path.replace(/^.*\./, ""), what]));
}

function depositAmountError(text: string): MessageKey | undefined {
  const amount = parseAmount(text);
  if (amount === undefined && text !== "") return "wallet.amount_shape";
  if (amount === undefined || amount < MIN_DEPOSIT) return "error.deposit_too_small";
  return amount > MAX_DEPOSIT ? "error.deposit_too_large" : undefined;
}

function withdrawalAmountError(text: string, balance: number): MessageKey | undefined {
  const amount = parseAmount(text);
  if (amount === undefined && text !== "") return "wallet.amount_shape";
  if (amount === undefined || amount < MIN_WITHDRAWAL) return "error.withdrawal_too_small";
  if (amount > balance) return "error.insufficient_balance";
  return amount > MAX_WITHDRAWAL ? "error.withdrawal_too_large" : undefined;
}

function requiredError(text: string, pattern: RegExp, invalid: MessageKey): MessageKey | undefined {
  if (text === "") return "error.account_incomplete";
  return pattern.test(text) ? undefined : invalid;
}

const withoutUndefined = (keys: Record<string, MessageKey | undefined>): FieldErrors =>
  Object.fromEntries(Object.entries(keys).flatMap(([field, key]) => (key ? [[field, key]] : [])));
