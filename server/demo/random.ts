/** Random numbers, the same for the same seed (mulberry32), so that a run can be had again. */
export interface Random {
  /** A whole number from 0 below that. */
  below(bound: number): number;
  /** One of several. */
  oneOf<T>(choices: readonly [T, ...T[]]): T;
  /** True that often, of one. */
  chance(share: number): boolean;
}

export function seededRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    below,
    oneOf: (choices) => choices[below(choices.length)] ?? choices[0],
    chance: (share) => next() < share,
  };
}
