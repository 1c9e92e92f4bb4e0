import { parseArgs } from "node:util";
import { NAMES } from "./measures/all.ts";
import { FULL, QUICK, type Sizes } from "./sizes.ts";

export interface Options {
  /** The names of the measures to take. */
  names: readonly string[];
  sizes: Sizes;
  /** The file for the rows, in JSON. */
  json: string | undefined;
}

/** Reads `[--quick] [--rounds N] [--json FILE] [MEASURE…]`; else throws a sentence. */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: "string" },
      quick: { type: "boolean", default: false },
      rounds: { type: "string" },
    },
  });
  const unknown = positionals.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) {
    throw new Error(`there is no measure "${unknown}"; there are ${NAMES.join(", ")}`);
  }
  const sizes = values.quick ? QUICK : FULL;
  const rounds = Number(values.rounds ?? sizes.rounds);
  if (!(rounds >= 1)) throw new Error("--rounds is a number from 1");
  return {
    names: positionals.length > 0 ? positionals : NAMES,
    sizes: { ...sizes, rounds },
    json: values.json,
  };
}
