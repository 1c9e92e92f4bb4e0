/** A number from 1 on, such as a page or an id; anything else there is none. */
export function countIn(search: URLSearchParams, name: string): number | undefined {
  const text = search.get(name) ?? "";
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** What stands behind an address; what is undefined does not. */
export function searchOf(
  said: Readonly<Record<string, string | number | undefined>>,
): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(said)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search;
}
