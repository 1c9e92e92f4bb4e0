import { classes } from "./classes.ts";

interface Pair {
  label: string;
  values: readonly [number, number];
}

interface PairBarsProps {
  /** The name of the chart, for screen readers. */
  label: string;
  /** The names of the two values. */
  series: readonly [string, string];
  pairs: readonly Pair[];
}

/** Pairs of bars on one scale, with values above. The caller must provide the data as a table. */
export function PairBars({ label, series, pairs }: PairBarsProps) {
  const most = Math.max(1, ...pairs.flatMap(({ values }) => values));
  return (
    <div>
      <ul aria-hidden className="mb-3 flex flex-wrap gap-4 text-12 text-quiet">
        {series.map((name, at) => (
          <li key={name} className="flex items-center gap-1.5">
            <span className={classes("size-3 rounded-[3px]", COLOURS[at])} />
            {name}
          </li>
        ))}
      </ul>
      <div role="img" aria-label={label} className="flex gap-1 sm:gap-3">
        {pairs.map((pair) => (
          <div key={pair.label} className="min-w-0 flex-1">
            <div className="flex h-32 items-end justify-center gap-0.5 border-b border-edge sm:gap-1">
              {pair.values.map((value, at) => (
                <div key={series[at]} className="flex h-full w-full max-w-5 flex-col justify-end">
                  <p className="text-center text-12 text-quiet">{value > 0 && value}</p>
                  <div
                    className={classes("rounded-t-[3px]", COLOURS[at])}
                    style={{ height: `${(value / most) * MAX_BAR_PERCENT}%` }}
                  />
                </div>
              ))}
            </div>
            <p className="pt-1 text-center text-14 font-semibold">{pair.label}</p>
          </div>
        ))}
      </div>
    </div>
  );
}

/** The height of the longest bar; the remaining space is for the values above the bars. */
const MAX_BAR_PERCENT = 82;
const COLOURS = ["bg-chart-1", "bg-chart-2"];
