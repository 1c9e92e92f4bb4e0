import type { Stage } from "../stage/stage.ts";
import type { Round } from "./round.ts";

/** One line of the table: a figure of the product and a floor that is measured next to it. */
export interface Measure {
  name: string;
  /** Describes the figure and the floor, for the table. */
  figure: string;
  floor: string;
  unit: "per second" | "ms" | "s" | "MB";
  /** The target for the ratio of figure and floor or, if a person waits, for the figure. */
  target: Target;
  /** Taken only in the first round. */
  only_once?: true;
  /** Skipped if there is no Chromium. */
  needs_chromium?: true;
  take(stage: Stage, round: Round): Promise<Sample>;
}

export type Target = { at_least: number } | { at_most: number } | { figure_at_most: number };

export interface Sample {
  figure: number;
  /** Undefined if its tool is not installed. */
  floor: number | undefined;
  /** Further conditions besides the ratio. */
  conditions?: Condition[];
  /** Additional information. */
  notes?: Note[];
}

/** An additional figure with its maximum. */
export interface Condition extends Note {
  most: number;
}

export interface Note {
  name: string;
  value: number;
  unit: string;
}
