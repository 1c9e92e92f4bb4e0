import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { BLOCKS } from "./measures/all.ts";
import type { Measure, Sample } from "./measures/measure.ts";
import { startRound } from "./measures/round.ts";
import { readOptions } from "./options.ts";
import { type Row, rowOf, toJson } from "./row.ts";
import { openStage, type Stage } from "./stage/stage.ts";
import { amount, describeMachine, tableOf } from "./table.ts";

/** Takes the chosen measures in one run and prints them with their floors. */
const { names, sizes, json } = readOptions(process.argv.slice(2));
const interruption = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
const stage = await openStage(sizes);
try {
  const is_interrupted = await Promise.race([
    takeMeasures(stage).then(() => false),
    interruption.then(() => true),
  ]);
  if (is_interrupted) process.exitCode = 130;
} finally {
  await stage.close();
}
// A measure that was interrupted would keep waiting.
process.exit();

async function takeMeasures(on: Stage): Promise<void> {
  console.log(`${describeMachine(on.postgres_version)}\n`);
  const rows: Row[] = [];
  for (const block of BLOCKS) {
    rows.push(
      ...(await takeBlock(
        on,
        block.filter((measure) => names.includes(measure.name) && isPossible(measure)),
      )),
    );
  }
  console.log(`\n${tableOf(rows)}`);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(rows.map(toJson), null, 2)}\n`);
}

/** scripts/bench.mjs sets CHROMIUM_PATH if it finds a Chromium. */
function isPossible({ needs_chromium }: Measure): boolean {
  return needs_chromium === undefined || process.env["CHROMIUM_PATH"] !== undefined;
}

/** Takes all measures in each round, so that a machine that slows down affects all of them. */
async function takeBlock(on: Stage, block: readonly Measure[]): Promise<Row[]> {
  const samples = new Map<Measure, Sample[]>(block.map((measure) => [measure, []]));
  for (let count = 1; count <= on.sizes.rounds; count += 1) {
    const round = startRound(on);
    for (const [measure, taken] of samples) {
      if (measure.only_once && count > 1) continue;
      const sample = await measure.take(on, round);
      taken.push(sample);
      tell(measure, sample, count);
    }
  }
  return [...samples].map(([measure, taken]) => rowOf(measure, taken));
}

function tell(
  { name, unit }: Measure,
  { figure, floor, conditions, notes }: Sample,
  round: number,
) {
  const extras = [...(conditions ?? []), ...(notes ?? [])];
  const cells = [
    `${name.padEnd(26)} ${round}`,
    amount(figure, unit).padStart(16),
    (floor === undefined ? "no floor" : amount(floor, unit)).padStart(16),
    (floor === undefined ? "" : (figure / floor).toFixed(2)).padStart(6),
    extras.map((note) => `${note.name} ${amount(note.value, note.unit)}`).join("; "),
  ];
  console.log(cells.join("  "));
}
