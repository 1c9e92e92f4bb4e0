/**
 * The number to which a navigation key moves the focus in a grid of numbers; undefined at an edge,
 * because the focus never wraps around, and for any other key.
 */
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

/** A first digit that may be followed by a second. */
export interface TypedDigit {
  digit: number;
  at_ms: number;
}

/**
 * The number to which a typed digit moves the focus. In a grid of a hundred the first digit moves
 * to its decade, and a second digit within a second moves to the number; in a grid of ten one digit
 * is enough.
 */
export function targetOfDigit(
  digit: number,
  at_ms: number,
  count: number,
  pending?: TypedDigit,
): { number: number; pending?: TypedDigit } {
  if (count <= 10) return { number: digit };
  if (pending && at_ms - pending.at_ms < SECOND_DIGIT_MS)
    return { number: pending.digit * 10 + digit };
  return { number: digit * 10, pending: { digit, at_ms } };
}

const SECOND_DIGIT_MS = 1_000;
