/**
 * Shortens an amount to fit below a number in the grid: `₹999`, `₹2.5k`, `₹1.2L`. It always rounds
 * down. The list beside the grid shows the exact amount.
 */
export function shortRupees(amount: number): string {
  if (amount < 1_000) return `₹${amount}`;
  if (amount < 100_000) return `₹${inTenths(amount / 1_000)}k`;
  return `₹${inTenths(amount / 100_000)}L`;
}

/** At most two digits: a decimal only after a single digit. */
const inTenths = (value: number): number =>
  value < 10 ? Math.floor(value * 10) / 10 : Math.floor(value);
