/**
 * Converts rupees and paise; nothing else does. Internally every amount is a whole number of paise;
 * in JSON it is a number of rupees with at most two decimals.
 */

/** The largest amount in any request or response, in paise: ₹90,00,00,00,000. */
export const MAX_PAISE = 9_000_000_000_000;

/** Paise of an amount in rupees; undefined when it has more than two decimals or is too large. */
export function parseRupees(rupees: number): number | undefined {
  const paise = nearestPaise(rupees);
  if (!Number.isSafeInteger(paise) || Math.abs(paise) > MAX_PAISE) return undefined;
  return paise / 100 === rupees ? paise : undefined;
}

const nearestPaise = (rupees: number): number => Math.round(rupees * 100);

/**
 * Paise of an amount in a request. An amount beyond the maximum becomes the maximum, so that the
 * handler can refuse it with the limits of its own call.
 */
export const parseSentRupees = (rupees: number): number | undefined =>
  parseRupees(Math.max(-MAX_RUPEES, Math.min(rupees, MAX_RUPEES)));

const MAX_RUPEES = MAX_PAISE / 100;

/** An amount in its JSON form: rupees with at most two decimals. */
export const toRupees = (paise: number): number => paise / 100;

/** The sum of amounts in their JSON form; negative ones are subtracted. */
export const sumRupees = (...amounts: number[]): number =>
  toRupees(amounts.reduce((paise, rupees) => paise + nearestPaise(rupees), 0));

/** Paise of whole rupees. */
export const wholeRupees = (rupees: number): number => rupees * 100;
