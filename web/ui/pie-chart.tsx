import type { ReactNode } from "react";
import { formatPercent } from "../lib/format.ts";
import { classes } from "./classes.ts";
import { type Arc, arcsOf, pointAt } from "./scale.ts";

interface Slice {
  key: string | number;
  name: string;
  value: number;
  /** What the value is, beside its name and part. */
  detail: ReactNode;
}

interface PieChartProps {
  /** What is shown, for screen readers. */
  label: string;
  slices: readonly Slice[];
}

/** A pie in four colours that come again, and the name and part of each slice beside it. */
export function PieChart({ label, slices }: PieChartProps) {
  const arcs = arcsOf(slices.map(({ value }) => value));
  const named = slices.flatMap((slice, at) => {
    const arc = arcs[at];
    return arc ? [{ ...slice, arc, colour: colourOf(at, slices.length) }] : [];
  });
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
      <svg viewBox="-155 -115 310 230" aria-hidden className="w-64 max-w-full shrink-0">
        {named.map(({ key, arc, colour }) => (
          <path
            key={key}
            d={outlineOf(arc)}
            strokeWidth="2"
            className={classes("stroke-card", FILLS[colour])}
          />
        ))}
        {named.map(({ key, arc }) => {
          if (arc.to - arc.from < LEAST_LABELLED) return null;
          const { x, y } = pointAt((arc.from + arc.to) / 2, RADIUS + 14);
          return (
            <text
              key={key}
              x={x}
              y={y}
              textAnchor={Math.abs(x) < RADIUS / 3 ? "middle" : x > 0 ? "start" : "end"}
              dominantBaseline="central"
              // It grows with the pie.
              className="fill-ink text-[14px]"
            >
              {formatPercent(arc.to - arc.from)}
            </text>
          );
        })}
      </svg>
      <ul aria-label={label} className="grid min-w-[min(13rem,100%)] flex-1 gap-2 text-14">
        {named.map(({ key, name, detail, arc, colour }) => (
          <li key={key} className="flex flex-wrap items-baseline gap-x-2">
            <span className={classes("size-3 shrink-0 rounded-[3px]", GROUNDS[colour])} />
            <span className="flex-[1_1_5rem]">
              {name} <span className="font-semibold">{formatPercent(arc.to - arc.from)}</span>
            </span>
            <span className="text-quiet">{detail}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const RADIUS = 92;
/** Below it, the part stands in the list alone. */
const LEAST_LABELLED = 0.05;
const FILLS = ["fill-chart-1", "fill-chart-2", "fill-chart-3", "fill-chart-4"];
const GROUNDS = ["bg-chart-1", "bg-chart-2", "bg-chart-3", "bg-chart-4"];

/** The last slice stands beside the first, and must not look like a part of it. */
const colourOf = (at: number, count: number): number =>
  at > 0 && at === count - 1 && at % FILLS.length === 0 ? 1 : at % FILLS.length;

function outlineOf({ from, to }: Arc): string {
  const [start, middle, end] = [from, (from + to) / 2, to].map((turn) => {
    const { x, y } = pointAt(turn, RADIUS);
    return `${x} ${y}`;
  });
  // In two halves, for an arc that ends where it begins would be none.
  const half = (at: string | undefined) => `A ${RADIUS} ${RADIUS} 0 0 1 ${at}`;
  return `M 0 0 L ${start} ${half(middle)} ${half(end)} Z`;
}
