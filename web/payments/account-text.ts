import type { PaymentRequest } from "./api.ts";

/** The account of a withdrawal in short; only the last four digits of an account number. */
export function accountText(details: PaymentRequest["account_details"]): string | null {
  if (details === null) return null;
  if (details.account_type === "upi") return details.upi_id;
  return `${details.ifsc_code} ••${details.account_number?.slice(-4)}`;
}
