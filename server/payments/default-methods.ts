import type { NewMethodRow } from "./methods-sql.ts";

const SAMPLE_UPI_ID = "nishana.demo@upi";

const forDeposits = {
  direction: "deposit",
  icon_url: null,
  upi_id: SAMPLE_UPI_ID,
  is_active: true,
} as const;
const forWithdrawals = {
  direction: "withdrawal",
  icon_url: null,
  upi_id: null,
  is_active: true,
} as const;

/** The payment methods of demo mode. The UPI id is a sample that belongs to nobody. */
export const defaultMethods: readonly NewMethodRow[] = [
  { name: "UPI", method_type: "upi", ...forDeposits },
  { name: "PhonePe", method_type: "phonepe", ...forDeposits },
  { name: "Google Pay", method_type: "googlepay", ...forDeposits },
  { name: "Paytm", method_type: "paytm", ...forDeposits },
  { name: "Bank account", method_type: "other", ...forWithdrawals },
  { name: "UPI", method_type: "upi", ...forWithdrawals },
];
