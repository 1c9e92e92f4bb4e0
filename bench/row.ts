import type { Condition, Measure, Note, Sample, Target } from "./measures/measure.ts";

/** The result of a measure: the medians of its rounds. */
export interface Row {
  measure: Measure;
  figure: number;
  /** Undefined if the floor could not be measured. */
  floor: number | undefined;
  ratio: number | undefined;
  conditions: Condition[];
  notes: Note[];
  /** Undefined if the floor could not be measured. */
  holds: boolean | undefined;
}

export function rowOf(measure: Measure, samples: readonly Sample[]): Row {
  const figure = median(samples.map((sample) => sample.figure));
  const floors = samples.flatMap(({ floor }) => (floor === undefined ? [] : [floor]));
  const floor = floors.length === 0 ? undefined : median(floors);
  const ratio = floor === undefined ? undefined : figure / floor;
  const conditions = medians(samples.map((sample) => sample.conditions ?? []));
  const is_reached = isReached(measure.target, figure, ratio);
  return {
    measure,
    figure,
    floor,
    ratio,
    conditions,
    notes: medians(samples.map(({ notes }) => notes ?? [])),
    holds: is_reached && conditions.every(({ value, most }) => value <= most),
  };
}

/** Undefined if the target is a ratio and the floor could not be measured. */
function isReached(target: Target, figure: number, ratio: number | undefined): boolean | undefined {
  if ("figure_at_most" in target) return figure <= target.figure_at_most;
  if (ratio === undefined) return undefined;
  return "at_least" in target ? ratio >= target.at_least : ratio <= target.at_most;
}

/** The notes of the first sample, each with the median of its values in all samples. */
function medians<N extends Note>(samples: readonly N[][]): N[] {
  const [first = []] = samples;
  return first.map((note, place) => ({
    ...note,
    value: median(samples.map((notes) => notes[place]?.value ?? note.value)),
  }));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low = 0, high = 0] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return (low + high) / 2;
}

/** A row in the format of `--json`. */
export const toJson = ({ measure, figure, floor, ratio, holds }: Row) => ({
  measure: measure.name,
  figure,
  floor: floor ?? null,
  ratio: ratio ?? null,
  target: Object.values(measure.target)[0],
  holds: holds ?? null,
});
