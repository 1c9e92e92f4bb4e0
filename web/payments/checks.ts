import { parseSentRupees } from "../../contract/money.ts";
import {
  ACCOUNT_NUMBER,
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

export type AccountType = "bank" | "upi";

/** What was typed as an amount, in rupees; undefined when it is none, or has too many decimals. */
export function parseAmount(text: string): number | undefined {
  const rupees = Number(text);
  return text.trim() === "" || parseSentRupees(rupees) === undefined ? undefined : rupees;
}

/** What was typed and chosen for a deposit. */
export interface Deposit {
  amount: string;
  method_id: number | undefined;
  reference: string;
  proof: File | undefined;
}

/** What a deposit is refused for before it is sent. */
export const depositErrors = ({ amount, method_id, reference, proof }: Deposit): FieldErrors =>
  onlyFound({
    amount: depositAmountError(amount),
    payment_method: method_id === undefined ? "error.method_unavailable" : undefined,
    reference:
      reference === "" || REFERENCE.test(reference) ? undefined : "error.invalid_reference",
    proof: proof && proofError(proof),
  });

/** The kind by the browser's word; the server looks at the content, of which there must be some. */
export function proofError(file: File): MessageKey | undefined {
  const isImage = file.size > 0 && PROOF_TYPES.some((type) => type === file.type);
  if (!isImage) return "error.proof_not_an_image";
  return file.size > MAX_PROOF_BYTES ? "error.proof_too_large" : undefined;
}

/** What was typed for a withdrawal. */
export interface Withdrawal {
  amount: string;
  account_type: AccountType;
  account_name: string;
  account_number: string;
  ifsc_code: string;
  upi_id: string;
}

/** The same for a withdrawal from a wallet that holds `balance` rupees. */
export const withdrawalErrors = (sent: Withdrawal, balance: number): FieldErrors =>
  onlyFound({
    amount: withdrawalAmountError(sent.amount, balance),
    ...(sent.account_type === "upi"
      ? { upi_id: filledError(sent.upi_id, UPI_ID, "error.invalid_upi_id") }
      : {
          account_name: filledError(sent.account_name, /./, "error.account_incomplete"),
          account_number: filledError(
            sent.account_number,
            ACCOUNT_NUMBER,
            "error.invalid_account_number",
          ),
          ifsc_code: filledError(sent.ifsc_code, IFSC, "error.invalid_ifsc"),
        }),
  });

/**
 * A refusal of the server at the field that it is about, by the field's own name; empty when it is
 * about none. A withdrawal beyond the balance, which no field of other calls is at fault for, is
 * one of the amount.
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

function filledError(text: string, shape: RegExp, wrong: MessageKey): MessageKey | undefined {
  if (text === "") return "error.account_incomplete";
  return shape.test(text) ? undefined : wrong;
}

const onlyFound = (keys: Record<string, MessageKey | undefined>): FieldErrors =>
  Object.fromEntries(Object.entries(keys).flatMap(([field, key]) => (key ? [[field, key]] : [])));
