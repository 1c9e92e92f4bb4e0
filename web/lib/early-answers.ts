/**
 * Answers that web/early.ts asked for while the app itself was still on its way. Each is taken
 * once, and only while the app starts: later it would be old.
 */
export function takeEarly(name: string): Promise<Response> | undefined {
  // There is no window where tests run and the front page is written.
  if (typeof window === "undefined") return undefined;
  const answer = window.early?.get(name);
  window.early?.delete(name);
  return answer;
}

/**
 * When an answer was there, by performance.now(). One that was asked for early has waited for the
 * app since; any other has come now.
 */
export function arrivalOf(answer: Response): number {
  const early = typeof window === "undefined" ? undefined : window.early_arrivals?.get(answer);
  return early ?? performance.now();
}

/** What was asked for in one session is never given to another. */
export const earlyName = (address: string, token: string | null): string =>
  token === null ? address : `${token} ${address}`;

export function forgetEarly(): void {
  delete window.early;
}
