/** The end of an axis from 0: the smallest 1, 2 or 5 times a power of ten that fits the value. */
export function endOfAxis(max: number): number {
  if (max <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(max));
  return ([1, 2, 5].find((step) => step * power >= max) ?? 10) * power;
}

/** The start and end of a pie slice, clockwise from the top, as fractions of the circle. */
export interface Arc {
  from: number;
  to: number;
}

/** The slices of a pie in order; undefined for a value of 0 or less. */
export function arcsOf(values: readonly number[]): (Arc | undefined)[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  let from = 0;
  return values.map((value) => {
    if (value <= 0) return undefined;
    const arc = { from, to: from + value / total };
    from = arc.to;
    return arc;
  });
}

/**
 * Which of a pie's four colours a slice has, and in which of three tints: each of twelve slices
 * looks different. The last one is next to the first, and never looks the same.
 */
export function sliceColour(index: number, count: number): { hue: number; tint: number } {
  const hue = index % 4;
  const tint = Math.floor(index / 4) % 3;
  const is_as_first = index > 0 && index === count - 1 && hue === 0 && tint === 0;
  return { hue: is_as_first ? 1 : hue, tint };
}

/** The point on a circle around the origin at a fraction of a turn, clockwise from the top. */
export const pointAt = (turn: number, radius: number): { x: number; y: number } => ({
  x: radius * Math.sin(2 * Math.PI * turn),
  y: -radius * Math.cos(2 * Math.PI * turn),
});
