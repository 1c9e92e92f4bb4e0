/**
 * Rupees and paise: the one place where they are converted. Inside, every amount is a whole
 * number of paise; on the wire it is a number of rupees with at most two decimals.
 */

/** The largest amount (paise) that any call takes or gives: ₹90,00,00,00,000. */
export const MAX_PAISE = 9_000_000_000_000;

/** Paise of an amount in rupees; undefined when it has more than two decimals or is too large. */
export function parseRupees(rupees: number): number | undefined {
  const paise = Math.round(rupees * 100);
  if (!Number.isSafeInteger(paise) || Math.abs(paise) > MAX_PAISE) return undefined;
  return paise / 100 === rupees ? paise : undefined;
}

/**
 * The same of any amount that is sent: beyond the largest it is that one, so that whoever names the
 * limits of a call can refuse it by them.
 */
export const parseSentRupees = (rupees: number): number | undefined =>
  parseRupees(Math.max(-MAX_RUPEES, Math.min(rupees, MAX_RUPEES)));

const MAX_RUPEES = MAX_PAISE / 100;

/** The wire form of an amount: rupees, at most two decimals. */
export const toRupees = (paise: number): number => paise / 100;

/** Paise of whole rupees. */
export const wholeRupees = (rupees: number): number => rupees * 100;
