import { cpus } from "node:os";
import type { Condition, Note, Measure } from "./measures/measure.ts";
import type { Row } from "./row.ts";

const HEAD = ["measure", "figure", "floor", "ratio", "target", "besides", "holds"];

/** The rows as a Markdown table, aligned so that it is readable as plain text. */
export function tableOf(rows: readonly Row[]): string {
  const cells = [HEAD, ...rows.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...cells.map((line) => width(line[column]))));
  const [head = "", ...body] = cells.map((line) => lineOf(line, widths));
  const rule = `| ${widths.map((n) => "-".repeat(n)).join(" | ")} |`;
  return [head, rule, ...body].join("\n");
}

const lineOf = (cells: readonly string[], widths: readonly number[]): string =>
  `| ${cells.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join(" | ")} |`;

const width = (cell: string | undefined): number => cell?.length ?? 0;

function cellsOf({ measure, figure, floor, ratio, conditions, notes, holds }: Row): string[] {
  const besides = [
    ...conditions.map(describeCondition),
    ...notes.map(({ name, value, unit }) => `${name} ${amount(value, unit)}`),
  ];
  return [
    `\`${measure.name}\``,
    amount(figure, measure.unit),
    floor === undefined ? "not measured" : amount(floor, measure.unit),
    ratio === undefined ? "" : ratio.toFixed(2),
    describeTarget(measure),
    besides.join("; "),
    holds === undefined ? "?" : holds ? "yes" : "**no**",
  ];
}

const describeCondition = ({ name, value, most, unit }: Condition): string =>
  `${name} ${amount(value, unit)} (≤ ${amount(most, unit)})`;

function describeTarget({ target, unit }: Measure): string {
  if ("figure_at_most" in target) return `≤ ${amount(target.figure_at_most, unit)}`;
  return "at_least" in target ? `≥ ${target.at_least}` : `≤ ${target.at_most}`;
}

/** A value with three significant digits and its unit. */
export function amount(value: number, unit: Note["unit"]): string {
  const shown =
    Math.abs(value) >= 100
      ? Math.round(value).toLocaleString("en")
      : String(Number(value.toPrecision(3)));
  return unit === "" ? shown : `${shown} ${unit}`;
}

/** The machine and the date, without which the figures mean little. */
export function describeMachine(postgres_version: string): string {
  const [cpu] = cpus();
  const day = new Date().toISOString().slice(0, 10);
  const cores = `${cpus().length} × ${cpu?.model.trim() ?? "unknown processor"}`;
  return `${day}; ${cores}; Node ${process.versions.node}; PostgreSQL ${postgres_version}`;
}
