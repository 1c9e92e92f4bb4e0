/** Where an axis from 0 ends: the least of 1, 2 or 5 times a power of ten that holds the value. */
export function endOfAxis(most: number): number {
  if (most <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 5].find((step) => step * power >= most) ?? 10) * power;
}

/** Where a slice of a pie begins and ends, clockwise from the top; in parts of the whole. */
export interface Arc {
  from: number;
  to: number;
}

/** The slices of a pie, one after the other; undefined for what has no part in it. */
export function arcsOf(values: readonly number[]): (Arc | undefined)[] {
  const whole = values.reduce((sum, value) => sum + value, 0);
  let from = 0;
  return values.map((value) => {
    if (value <= 0) return undefined;
    const arc = { from, to: from + value / whole };
    from = arc.to;
    return arc;
  });
}

/** A point on a circle around 0, 0, at that part of its round. */
export const pointAt = (turn: number, radius: number): { x: number; y: number } => ({
  x: radius * Math.sin(2 * Math.PI * turn),
  y: -radius * Math.cos(2 * Math.PI * turn),
});
