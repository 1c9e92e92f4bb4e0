/**
 * An amount for the little room under a number: `₹999`, then `₹2.5k`, `₹1.2L`, always rounded
 * down. The exact amount stands in the list beside the grid.
 */
export function shortRupees(amount: number): string {
  if (amount < 1_000) return `₹${amount}`;
  if (amount < 100_000) return `₹${inTenths(amount / 1_000)}k`;
  return `₹${inTenths(amount / 100_000)}L`;
}

/** Two digits at the most: a tenth only where there is one digit before it. */
const inTenths = (value: number): number =>
  value < 10 ? Math.floor(value * 10) / 10 : Math.floor(value);
