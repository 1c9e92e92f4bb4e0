interface UpiPayment {
  upi_id: string;
  payee: string;
  /** Rupees. */
  amount: number;
  note: string;
}

/** A link that opens a phone's payment app with everything filled in. Source: NPCI's deep links. */
export function upiLink({ upi_id, payee, amount, note }: UpiPayment): string {
  const fields = { pa: upi_id, pn: payee, am: amount.toFixed(2), cu: "INR", tn: note };
  // Payment apps read %20 as a blank, and not all of them read + as one.
  const query = Object.entries(fields).map(([name, text]) => `${name}=${encodeURIComponent(text)}`);
  return `upi://pay?${query.join("&")}`;
}
