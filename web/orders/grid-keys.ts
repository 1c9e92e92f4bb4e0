/** Moving about in a grid of numbers by the keyboard. */

/** Where a key leads from a number; undefined when it leads nowhere. It never wraps around. */
export function targetOfKey(
  key: string,
  at: number,
  { count, columns }: { count: number; columns: number },
): number | undefined {
  const row_start = at - (at % columns);
  const targets = new Map([
    ["ArrowRight", at + 1],
    ["ArrowLeft", at - 1],
    ["ArrowDown", at + columns],
    ["ArrowUp", at - columns],
    ["Home", row_start],
    ["End", row_start + columns - 1],
    ["PageUp", at % columns],
    ["PageDown", count - columns + (at % columns)],
  ]);
  const target = targets.get(key);
  return target === undefined || target < 0 || target >= count ? undefined : target;
}

/** A first digit that waits for its second. */
export interface TypedDigit {
  digit: number;
  at_ms: number;
}

/**
 * Where a typed digit leads: of hundred numbers the first digit to its decade, the second, when
 * it follows within a second, to the number; of ten numbers at once to the number.
 */
export function targetOfDigit(
  digit: number,
  at_ms: number,
  count: number,
  before?: TypedDigit,
): { number: number; waiting?: TypedDigit } {
  if (count <= 10) return { number: digit };
  if (before && at_ms - before.at_ms < SECOND_DIGIT_MS)
    return { number: before.digit * 10 + digit };
  return { number: digit * 10, waiting: { digit, at_ms } };
}

const SECOND_DIGIT_MS = 1_000;
