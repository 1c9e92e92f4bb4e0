import { sql } from "kysely";
import { CannotStart } from "../cannot-start.ts";
import type { Config } from "../config.ts";
import { type Db, theRow } from "./database.ts";

/**
 * Ties a database to the mode of its first start: play money never becomes real money, and a
 * database with real money gets no test clock and no demo data. Throws CannotStart in the other
 * mode; if two first starts race in different modes, one of them is refused.
 */
export async function claimDatabase(db: Db, mode: Config["mode"]): Promise<void> {
  const { rows } = await sql<{ mode: Config["mode"] }>`
    insert into operation (mode)
    values (${mode})
    on conflict (only_row) do update set mode = operation.mode
    returning mode
  `.execute(db);
  const { mode: first_mode } = theRow(rows);
  if (first_mode === mode) return;
  throw new CannotStart(
    first_mode === "demo"
      ? "This database was begun in demo mode and holds play money: give MODE=licensed another."
      : "This database was begun in licensed mode: set MODE=licensed, or use another for a demo.",
  );
}
