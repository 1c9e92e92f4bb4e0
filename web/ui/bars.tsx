import type { ReactNode } from "react";

interface Bar {
  key: string | number;
  name: string;
  value: number;
  /** The formatted value. */
  text: ReactNode;
}

interface BarsProps {
  /** The name of the chart, for screen readers. */
  label: string;
  bars: readonly Bar[];
}

/** A bar chart with one bar per line on a scale from 0; names and values are above the bars. */
export function Bars({ label, bars }: BarsProps) {
  const most = Math.max(...bars.map(({ value }) => value));
  return (
    <ul aria-label={label} className="grid gap-3">
      {bars.map(({ key, name, value, text }) => (
        <li key={key} className="grid gap-1 text-14">
          <p className="flex min-w-0 flex-wrap justify-between gap-x-3">
            <span className="min-w-0">{name}</span>
            <span className="ml-auto font-semibold whitespace-nowrap">{text}</span>
          </p>
          <ShareBar share={most > 0 ? value / most : 0} />
        </li>
      ))}
    </ul>
  );
}

/** A share as a bar; its number must be shown next to it. */
export const ShareBar = ({ share }: { share: number }) => (
  <div aria-hidden className="h-2 w-full overflow-hidden rounded-full bg-sunken">
    <div className="h-full rounded-full bg-chart-1" style={{ width: `${share * 100}%` }} />
  </div>
);
