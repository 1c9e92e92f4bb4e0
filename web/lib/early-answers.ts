/**
 * Takes a response that web/early.ts requested while the app was still loading. Each is used at
 * most once, and only while the app starts: later it would be stale. What is asked for here is
 * marked, so that web/early.ts does not request it afterwards.
 */
export function takeEarly(name: string): Promise<Response> | undefined {
  // There is no window in tests and when the build renders the front page.
  if (typeof window === "undefined") return undefined;
  const answer = window.early?.get(name);
  window.early?.set(name, undefined);
  return answer;
}

/**
 * When a response arrived, by performance.now(). An early response may have waited for the app; any
 * other has just arrived.
 */
export function arrivalOf(answer: Response): number {
  const early = typeof window === "undefined" ? undefined : window.early_arrivals?.get(answer);
  return early ?? performance.now();
}

/** The key of an early response. It has the token, so that no other session gets the response. */
export const earlyName = (address: string, token: string | null): string =>
  token === null ? address : `${token} ${address}`;

export function forgetEarly(): void {
  delete window.early;
}
