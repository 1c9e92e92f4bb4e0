import type { PointerEvent } from "react";
import { endOfAxis } from "./scale.ts";

interface Point {
  /** The label below the point, such as a day. */
  label: string;
  value: number;
}

interface LineChartProps {
  /** The name of the chart and its slider, for screen readers. */
  label: string;
  /** At least two points, from left to right. */
  points: readonly Point[];
  /** Formats a value of the axis; must be short. */
  format: (value: number) => string;
  /** The index of the selected point; the caller shows its value. */
  chosen: number;
  onChoose: (at: number) => void;
}

/**
 * A line chart from 0 up. One point is selected with the mouse, by touch or with the arrow keys,
 * through an invisible slider. The caller must provide the same data as a table.
 */
export function LineChart({ label, points, format, chosen, onChoose }: LineChartProps) {
  const end = endOfAxis(Math.max(...points.map(({ value }) => value)));
  const last = points.length - 1;
  const dots = points.map(({ value }, at) => ({
    x: (100 * at) / last,
    y: 100 - (100 * value) / end,
  }));
  const [point, dot] = [points[chosen], dots[chosen]];
  return (
    <div>
      <div className="relative rounded-control has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-pine">
        <Line dots={dots} />
        <AxisLabels values={[end, end / 2]} format={format} />
        {dot && <Marker {...dot} />}
        <input
          type="range"
          aria-label={label}
          aria-valuetext={point && `${point.label}: ${format(point.value)}`}
          min={0}
          max={last}
          value={chosen}
          onChange={(event) => onChoose(Number(event.target.value))}
          onPointerMove={(event) => {
            if (event.pointerType === "mouse") onChoose(pointedAt(event, last));
          }}
          className="absolute inset-y-0 -left-2 h-full w-[calc(100%+1rem)] cursor-pointer opacity-0"
        />
      </div>
      <p aria-hidden className="flex justify-between pt-1 text-12 text-quiet">
        {[...new Set([0, Math.round(last / 2), last])].map((at) => (
          <span key={at}>{points[at]?.label}</span>
        ))}
      </p>
    </div>
  );
}

/** A position in per cent of the width and height, from the top left. */
interface Dot {
  x: number;
  y: number;
}

function Line({ dots }: { dots: readonly Dot[] }) {
  const line = dots.map(({ x, y }) => `${x},${y}`).join(" ");
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="h-44 w-full overflow-visible lg:h-56"
    >
      {[0, 50, 100].map((height) => (
        <line
          key={height}
          x1="0"
          x2="100"
          y1={height}
          y2={height}
          vectorEffect="non-scaling-stroke"
          className={height === 100 ? "stroke-edge" : "stroke-line"}
        />
      ))}
      <polygon points={`0,100 ${line} 100,100`} className="fill-chart-1 opacity-10" />
      <polyline
        points={line}
        fill="none"
        strokeWidth="2"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-chart-1"
      />
    </svg>
  );
}

interface AxisLabelsProps {
  /** The values at the top and the middle of the axis. */
  values: readonly [number, number];
  format: (value: number) => string;
}

const AxisLabels = ({ values, format }: AxisLabelsProps) => (
  <div aria-hidden className="absolute inset-y-0 left-0 grid grid-rows-2 text-12 text-quiet">
    {values.map((value) => (
      <span key={value} className="place-self-start bg-card/80">
        {format(value)}
      </span>
    ))}
  </div>
);

const Marker = ({ x, y }: Dot) => (
  <div aria-hidden className="absolute inset-y-0" style={{ left: `${x}%` }}>
    <div className="absolute inset-y-0 w-px -translate-x-1/2 bg-edge" />
    <div
      className="absolute size-3 -translate-1/2 rounded-full border-2 border-card bg-chart-1"
      style={{ top: `${y}%` }}
    />
  </div>
);

/** Half the width of the slider's thumb, by which the slider overlaps the line on both sides. */
const THUMB = 8;

function pointedAt(event: PointerEvent<HTMLElement>, last: number): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  const at = Math.round((last * (event.clientX - left - THUMB)) / (width - 2 * THUMB));
  return Math.max(0, Math.min(last, at));
}
