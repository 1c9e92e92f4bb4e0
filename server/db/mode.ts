import { sql } from "kysely";
import { CannotStart } from "../cannot-start.ts";
import type { Config } from "../config.ts";
import { type Db, theRow } from "./database.ts";

/**
 * Keeps a database to the mode in which it was first started: play money never becomes real, and no
 * test clock or demo data come to real money. Throws CannotStart in the other mode; of two first
 * starts at once in different modes one does.
 */
export async function claimDatabase(db: Db, mode: Config["mode"]): Promise<void> {
  const { rows } = await sql<{ mode: Config["mode"] }>`
    insert into operation (mode)
    values (${mode})
    on conflict (only_row) do update set mode = operation.mode
    returning mode
  `.execute(db);
  const { mode: kept } = theRow(rows);
  if (kept === mode) return;
  throw new CannotStart(
    kept === "demo"
      ? "This database was begun in demo mode and holds play money: give MODE=licensed another."
      : "This database was begun in licensed mode: set MODE=licensed, or use another for a demo.",
  );
}
