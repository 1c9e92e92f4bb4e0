/** Durations in buckets one per cent wide, so that millions of them take no memory. */
export interface Histogram {
  record(milliseconds: number): void;
  summary(): Durations;
}

/** In milliseconds. */
export interface Durations {
  count: number;
  mean: number;
  p50: number;
  p99: number;
  longest: number;
}

const WIDTH = Math.log(1.01);
/** From a microsecond to some ten minutes. */
const BUCKETS = 2_048;

export function createHistogram(): Histogram {
  const counts = new Uint32Array(BUCKETS);
  let count = 0;
  let total = 0;
  let longest = 0;

  const percentile = (share: number): number => {
    let left = count * share;
    const bucket = counts.findIndex((here) => (left -= here) <= 0);
    return count === 0 ? 0 : Math.min(Math.exp((bucket + 1) * WIDTH) / 1_000, longest);
  };

  return {
    record(milliseconds) {
      const bucket = Math.floor(Math.log(Math.max(1, milliseconds * 1_000)) / WIDTH);
      const place = Math.min(bucket, BUCKETS - 1);
      counts[place] = (counts[place] ?? 0) + 1;
      count += 1;
      total += milliseconds;
      longest = Math.max(longest, milliseconds);
    },
    summary: () => ({
      count,
      mean: count === 0 ? 0 : total / count,
      p50: percentile(0.5),
      p99: percentile(0.99),
      longest,
    }),
  };
}
