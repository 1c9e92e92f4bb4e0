/** A seeded random number generator (mulberry32): the same seed repeats the same run. */
export interface Random {
  /** A whole number from 0 to `bound` - 1. */
  below(bound: number): number;
  /** One of the choices, all equally likely. */
  oneOf<T>(choices: readonly [T, ...T[]]): T;
  /** True with this probability, from 0 to 1. */
  chance(probability: number): boolean;
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
    chance: (probability) => next() < probability,
  };
}
