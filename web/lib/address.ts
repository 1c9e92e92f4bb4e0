import { POSITIVE_INTEGER } from "../../contract/rules.ts";

/** A positive integer in a query string, such as a page or an id; undefined for anything else. */
export function countIn(search: URLSearchParams, name: string): number | undefined {
  const text = search.get(name) ?? "";
  return POSITIVE_INTEGER.test(text) ? Number(text) : undefined;
}

/** A query string; parameters that are undefined are left out. */
export function searchOf(
  params: Readonly<Record<string, string | number | undefined>>,
): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search;
}
