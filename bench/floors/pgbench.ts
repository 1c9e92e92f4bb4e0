import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { openClient } from "../stage/postgres.ts";

const execute = promisify(execFile);

/** At least the number of clients, which would otherwise wait for locks on the same branch. */
const SCALE = 16;

/** Whether pgbench is installed; it is part of PostgreSQL's packages. */
export async function hasPgbench(): Promise<boolean> {
  return execute("pgbench", ["--version"]).then(
    () => true,
    () => false,
  );
}

/** Without autovacuum of the largest table, which would disturb the next measure. */
export async function initPgbench(url: string): Promise<void> {
  await execute("pgbench", ["--initialize", "--quiet", `--scale=${SCALE}`, url]);
  const client = await openClient(url);
  await client.query("alter table pgbench_accounts set (autovacuum_enabled = off)");
  await client.end();
}

export interface TpcB {
  transactions_per_second: number;
  mean_ms: number;
}

/** Runs TPC-B with prepared statements and durable commits. */
export async function runPgbench(url: string, clients: number, seconds: number): Promise<TpcB> {
  const { stdout } = await execute("pgbench", [
    "--protocol=prepared",
    `--client=${clients}`,
    `--jobs=${Math.min(2, clients)}`,
    `--time=${Math.max(1, Math.round(seconds))}`,
    url,
  ]);
  return {
    transactions_per_second: numberAfter("tps = ", stdout),
    mean_ms: numberAfter("latency average = ", stdout),
  };
}

function numberAfter(label: string, text: string): number {
  const found = new RegExp(`${label}([\\d.]+)`).exec(text)?.[1];
  if (found === undefined) throw new Error(`pgbench said no "${label}":\n${text}`);
  return Number(found);
}
