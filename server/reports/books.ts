import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import type { BookLine } from "../../contract/reports/schemas.ts";
import type { Context } from "../context.ts";
import type { Db, Tx } from "../db/database.ts";

const INVARIANTS = new URL("./invariants.sql", import.meta.url);

/** The name of every invariant, and the statement that returns how much is wrong. */
export async function readInvariants(): Promise<{ name: string; statement: string }[]> {
  const [, ...sections] = (await readFile(INVARIANTS, "utf8")).split(/^-- invariant: /m);
  return sections.map((section) => {
    const end = section.indexOf("\n");
    return { name: section.slice(0, end), statement: section.slice(end).replace(/;\s*$/, "") };
  });
}

/** Checks every invariant, with one statement each. Reads all rows; changes nothing. */
export async function checkBooks(db: Db | Tx): Promise<BookLine[]> {
  const lines: BookLine[] = [];
  for (const { name, statement } of await readInvariants()) {
    const started = performance.now();
    const { rows } = await sql.raw<{ figure: string | number }>(statement).execute(db);
    const figure = Number(rows[0]?.figure);
    lines.push({ name, holds: figure === 0, figure, milliseconds: performance.now() - started });
  }
  return lines;
}

const in_progress = new WeakMap<Db, ReturnType<typeof audit>>();

/**
 * Checks the books; logs every broken invariant as an error and counts them in the metrics.
 *
 * Concurrent calls in one process share one check: with millions of orders it takes long, and a
 * second one would take twice as much of the database from players.
 */
export function auditBooks(context: Pick<Context, "db" | "log" | "metrics">) {
  const { db } = context;
  const check = in_progress.get(db) ?? audit(context).finally(() => in_progress.delete(db));
  in_progress.set(db, check);
  return check;
}

async function audit({ db, log, metrics }: Pick<Context, "db" | "log" | "metrics">) {
  const lines = await checkBooks(db);
  const broken = lines.filter(({ holds }) => !holds);
  for (const line of broken) log.error({ invariant: line }, "an invariant of the books is broken");
  metrics.broken_invariants.set(broken.length);
  return { holds: broken.length === 0, lines };
}
