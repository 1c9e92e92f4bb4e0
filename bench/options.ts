import { parseArgs } from "node:util";
import { NAMES } from "./measures/all.ts";
import { FULL, QUICK, type Sizes } from "./sizes.ts";

export interface Options {
  /** The names of the measures to take. */
  names: readonly string[];
  sizes: Sizes;
  /** The output file for the rows as JSON. */
  json: string | undefined;
}

const USAGE = "Usage: npm run bench -- [--quick] [--rounds N] [--json FILE] [MEASURE…]";

/** Parses the arguments; an invalid one ends the run with the usage. */
export function readOptions(args: string[]): Options {
  try {
    return parse(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    process.exit(1);
  }
}

function parse(args: string[]): Options {
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
    throw new Error(`There is no measure "${unknown}"; there are ${NAMES.join(", ")}.`);
  }
  const sizes = values.quick ? QUICK : FULL;
  const rounds = Number(values.rounds ?? sizes.rounds);
  if (!(rounds >= 1)) throw new Error("--rounds is a number from 1.");
  return {
    names: positionals.length > 0 ? positionals : NAMES,
    sizes: { ...sizes, rounds },
    json: values.json,
  };
}
