import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import type { BookLine } from "../../contract/reports/schemas.ts";
import type { Context } from "../context.ts";
import type { Db, Tx } from "../db/database.ts";

const INVARIANTS = new URL("./invariants.sql", import.meta.url);

/** Every invariant by its name, with the statement that answers how much is wrong. */
export async function readInvariants(): Promise<{ name: string; statement: string }[]> {
  const [, ...sections] = (await readFile(INVARIANTS, "utf8")).split(/^-- invariant: /m);
  return sections.map((section) => {
    const end = section.indexOf("\n");
    return { name: section.slice(0, end), statement: section.slice(end).replace(/;\s*$/, "") };
  });
}

/** Checks every invariant, one statement each. Reads everything; changes nothing. */
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

const under_way = new WeakMap<Db, ReturnType<typeof audit>>();

/**
 * Checks the books and tells of every broken invariant: an error in the log, and the metrics. Who
 * asks while this process is at it gets the answer of that check: with millions of orders it takes
 * long, and two beside each other would take twice as much from those who play.
 */
export function auditBooks(context: Pick<Context, "db" | "log" | "metrics">) {
  const { db } = context;
  const check = under_way.get(db) ?? audit(context).finally(() => under_way.delete(db));
  under_way.set(db, check);
  return check;
}

async function audit({ db, log, metrics }: Pick<Context, "db" | "log" | "metrics">) {
  const lines = await checkBooks(db);
  const broken = lines.filter(({ holds }) => !holds);
  for (const line of broken) log.error({ invariant: line }, "an invariant of the books is broken");
  metrics.broken_invariants.set(broken.length);
  return { holds: broken.length === 0, lines };
}
