import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { toRupees } from "../../contract/money.ts";
import type { BookLine, Books } from "../../contract/reports/schemas.ts";
import type { Context } from "../context.ts";
import { type Db, theRow, type Tx } from "../db/database.ts";
import { sumMoney } from "./sql.ts";

const INVARIANTS = new URL("./invariants.sql", import.meta.url);

interface Invariant {
  code: string;
  name: string;
  statement: string;
}

/** Every invariant, with the statement that returns how much is wrong. */
export async function readInvariants(): Promise<Invariant[]> {
  const [, ...sections] = (await readFile(INVARIANTS, "utf8")).split(/^-- invariant /m);
  return sections.map((section) => {
    const [code = "", name = "", ...lines] = section.split("\n");
    const statement = lines.join("\n").replace(/;\s*$/, "");
    return { code, name: name.replace("-- ", ""), statement };
  });
}

/** Checks every invariant, with one statement each. Reads all rows; changes nothing. */
export async function checkBooks(db: Db | Tx): Promise<BookLine[]> {
  const lines: BookLine[] = [];
  for (const { code, name, statement } of await readInvariants()) {
    const started = performance.now();
    const { rows } = await sql.raw<Partial<Record<Unit, string | number>>>(statement).execute(db);
    const milliseconds = performance.now() - started;
    const { paise, rows: wrong_rows } = theRow(rows);
    const unit = paise === undefined ? "rows" : "paise";
    const figure = Number(paise ?? wrong_rows);
    lines.push({ code, name, holds: figure === 0, figure, unit, milliseconds });
  }
  return lines;
}

type Unit = BookLine["unit"];

const in_progress = new WeakMap<Db, ReturnType<typeof readBooks>>();

/**
 * Checks the books and adds up where the money is; logs every broken invariant as an error and
 * counts them in the metrics.
 *
 * Concurrent calls in one process share one check: with millions of orders it takes long, and a
 * second one would take twice as much of the database from players.
 */
export function getBooks(context: Pick<Context, "db" | "log" | "metrics">) {
  const { db } = context;
  const check = in_progress.get(db) ?? readBooks(context).finally(() => in_progress.delete(db));
  in_progress.set(db, check);
  return check;
}

async function readBooks({
  db,
  log,
  metrics,
}: Pick<Context, "db" | "log" | "metrics">): Promise<Books> {
  const sums = await sumMoney(db);
  const lines = await checkBooks(db);
  const broken = lines.filter(({ holds }) => !holds);
  for (const line of broken) log.error({ invariant: line }, "an invariant of the books is broken");
  metrics.broken_invariants.set(broken.length);
  return {
    holds: broken.length === 0,
    checked_at: sums.checked_at,
    money: {
      money_in: toRupees(sums.in_paise),
      money_out: toRupees(sums.out_paise),
      wallets: toRupees(sums.wallets_paise),
      withdrawals_in_progress: toRupees(sums.in_progress_paise),
      house_side: toRupees(sums.house_side_paise),
    },
    lines,
  };
}
