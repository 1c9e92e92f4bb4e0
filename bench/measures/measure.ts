import type { Stage } from "../stage/stage.ts";
import type { Round } from "./round.ts";

/** One line of the table: a figure of the product beside a floor that is taken next to it. */
export interface Measure {
  name: string;
  /** What figure and floor are, for the table. */
  figure: string;
  floor: string;
  unit: "per second" | "ms" | "s" | "MB";
  /** What the figure over the floor must be, or, where a person waits, the figure itself. */
  target: Target;
  /** Whatever the number of rounds. */
  only_once?: true;
  /** Left out where there is none. */
  needs_chromium?: true;
  take(stage: Stage, round: Round): Promise<Sample>;
}

export type Target = { at_least: number } | { at_most: number } | { figure_at_most: number };

export interface Sample {
  figure: number;
  /** Undefined where what it needs is not installed. */
  floor: number | undefined;
  /** What must hold besides the ratio. */
  conditions?: Condition[];
  /** What is worth knowing besides, by its name and with its unit. */
  notes?: Note[];
}

/** A further figure, with the most that it may be. */
export interface Condition extends Note {
  most: number;
}

export interface Note {
  name: string;
  value: number;
  unit: string;
}
