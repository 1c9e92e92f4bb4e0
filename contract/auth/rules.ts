/** Rules of accounts that screen and server share. */

export const MIN_PASSWORD_LENGTH = 6;

/** Longer passwords are refused, so that hashing stays cheap. */
export const MAX_PASSWORD_LENGTH = 200;

/** Wrong guesses at a reset code before it is spent, and how long it lives. */
export const RESET_CODE_TRIES = 5;
export const RESET_CODE_MINUTES = 10;

/**
 * The ten digits of an Indian mobile number (first 6 to 9); `+91`, `91` or `0` before it and
 * spaces or dashes anywhere are dropped. Undefined when the text is no such number: a `+` before
 * the ten digits themselves begins a number of another country.
 */
export function parsePhone(text: string): string | undefined {
  const digits = text.replace(/[\s-]/g, "");
  return /^(?:\+?91|0)?([6-9]\d{9})$/.exec(digits)?.[1];
}

/** A phone for strangers' eyes: first and last three digits, when longer than six. */
export const maskPhone = (phone: string): string =>
  phone.length > 6 ? `${phone.slice(0, 3)}****${phone.slice(-3)}` : phone;
