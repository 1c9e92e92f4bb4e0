/**
 * A typed or pasted number in the form that the fields expect: `Rs. 1,500/-` becomes `1500`. A text
 * that is not one number stays as it is, so that its form refuses it: the browser's own number
 * fields drop what they cannot read, and show another number or none.
 */
export function plainNumber(typed: string): string {
  const text = withLatinDigits(typed)
    .replace(/\p{Cf}/gu, "")
    .trim();
  return NUMBER.exec(text.replace(GROUPING, "$1"))?.[1] ?? text;
}

/** Commas that group digits: `10,20` may be two numbers. */
const GROUPING = /(\d),(?=(?:\d\d\d?,)*\d{3}(?!\d))/g;
const NUMBER = /^(?:₹|rs\.?|inr)?\s*(-?\d*\.?\d+)\s*(?:\/[-=]|₹|rs\.?|inr)?$/iu;

/**
 * The text with its digits as 0 to 9: the keyboards of Hindi and Nepali may write १२३, those of
 * Bengali and Assamese ১২৩.
 */
export const withLatinDigits = (text: string): string =>
  text.replace(/[०-९০-৯]/g, (digit) => String((digit.charCodeAt(0) & 15) - 6));
