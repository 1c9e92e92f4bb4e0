import type { ReactNode } from "react";
import { formatPercent } from "../lib/format.ts";
import { classes } from "./classes.ts";
import { type Arc, arcsOf, pointAt, sliceColour } from "./scale.ts";

interface Slice {
  key: string | number;
  name: string;
  value: number;
  /** Shown next to the slice's name and share. */
  detail: ReactNode;
}

interface PieChartProps {
  /** The name of the chart, for screen readers. */
  label: string;
  slices: readonly Slice[];
}

/** A pie chart, with a list of the slices' names and shares. */
export function PieChart({ label, slices }: PieChartProps) {
  const arcs = arcsOf(slices.map(({ value }) => value));
  const named = slices
    .flatMap((slice, at) => {
      const arc = arcs[at];
      return arc ? [{ ...slice, arc }] : [];
    })
    .map((slice, at, { length }) => ({ ...slice, colour: sliceColour(at, length) }));
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
      <svg viewBox="-155 -115 310 230" aria-hidden className="w-64 max-w-full shrink-0">
        {named.map(({ key, arc, colour }) => (
          <path
            key={key}
            d={outlineOf(arc)}
            // The edge of a full circle would be a line from its centre.
            strokeWidth={arc.to - arc.from < 1 ? 2 : 0}
            className={classes("stroke-card", FILLS[colour.hue], TINTS[colour.tint])}
          />
        ))}
        {named.map(({ key, arc }) => {
          if (arc.to - arc.from < MIN_LABELLED_SHARE) return null;
          const { x, y } = pointAt((arc.from + arc.to) / 2, RADIUS + 14);
          return (
            <text
              key={key}
              x={x}
              y={y}
              textAnchor={Math.abs(x) < RADIUS / 3 ? "middle" : x > 0 ? "start" : "end"}
              dominantBaseline="central"
              // In SVG units, so that the text scales with the pie.
              className="fill-ink text-[14px]"
            >
              {formatPercent(arc.to - arc.from)}
            </text>
          );
        })}
      </svg>
      <ul aria-label={label} className="grid min-w-[min(13rem,100%)] flex-1 gap-2 text-14">
        {named.map(({ key, name, detail, arc, colour }) => (
          <li key={key} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span
              className={classes(
                "size-3 shrink-0 rounded-[3px]",
                GROUNDS[colour.hue],
                TINTS[colour.tint],
              )}
            />
            <span className="max-w-full flex-[1_1_5rem]">
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
/** Smaller slices have their share only in the list. */
const MIN_LABELLED_SHARE = 0.05;
const FILLS = ["fill-chart-1", "fill-chart-2", "fill-chart-3", "fill-chart-4"];
const GROUNDS = ["bg-chart-1", "bg-chart-2", "bg-chart-3", "bg-chart-4"];

const TINTS = ["", "opacity-60", "opacity-30"];

function outlineOf({ from, to }: Arc): string {
  const [start, middle, end] = [from, (from + to) / 2, to].map((turn) => {
    const { x, y } = pointAt(turn, RADIUS);
    return `${x} ${y}`;
  });
  // Two arcs, because SVG does not draw an arc whose start and end are the same point.
  const arcTo = (point: string | undefined) => `A ${RADIUS} ${RADIUS} 0 0 1 ${point}`;
  return `M 0 0 L ${start} ${arcTo(middle)} ${arcTo(end)} Z`;
}
