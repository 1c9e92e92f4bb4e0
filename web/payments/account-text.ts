import type { PaymentRequest } from "./api.ts";

/** Where a withdrawal goes, an account number by its last four digits. */
export function accountText(details: PaymentRequest["account_details"]): string | null {
  if (details === null) return null;
  if (details.account_type === "upi") return details.upi_id;
  return `${details.ifsc_code} ••${details.account_number?.slice(-4)}`;
}
