interface UpiPayment {
  upi_id: string;
  payee: string;
  /** Rupees. */
  amount: number;
  note: string;
}

/**
 * A deep link that opens the payment app on a phone with all fields filled in. Source: NPCI's UPI
 * linking specification.
 */
export function upiLink({ upi_id, payee, amount, note }: UpiPayment): string {
  const fields = { pa: upi_id, pn: payee, am: amount.toFixed(2), cu: "INR", tn: note };
  // Not every payment app decodes + as a space, so spaces are encoded as %20.
  const query = Object.entries(fields).map(([name, text]) => `${name}=${encodeURIComponent(text)}`);
  return `upi://pay?${query.join("&")}`;
}
