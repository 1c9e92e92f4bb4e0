/** Rules of accounts, shared by the screens and the server. */

export const MIN_PASSWORD_LENGTH = 6;

/** Limits the cost of hashing. */
export const MAX_PASSWORD_LENGTH = 200;

/** The wrong guesses after which a reset code is invalid, and its lifetime. */
export const RESET_CODE_TRIES = 5;
export const RESET_CODE_MINUTES = 10;

/** How many reset codes an account can get in RESET_CODE_MINUTES. */
export const MAX_RESET_CODES = 3;

/**
 * The ten digits of an Indian mobile number (the first is 6 to 9). A prefix `+91`, `91` or `0` and
 * all spaces, dashes and parentheses are removed, and so are invisible marks, with which phones
 * copy a number from their contacts. Undefined for any other text, also for a `+` directly before
 * the ten digits, which would be a number of another country.
 */
export function parsePhone(text: string): string | undefined {
  const digits = text.replace(/[\s\p{Pd}\p{Cf}()]/gu, "");
  return /^(?:\+?91|0)?([6-9]\d{9})$/.exec(digits)?.[1];
}

/** A phone as other people may see it: the first and last three digits, if longer than six. */
export const maskPhone = (phone: string): string =>
  phone.length > 6 ? `${phone.slice(0, 3)}****${phone.slice(-3)}` : phone;
