import { sql } from "kysely";
import { expect } from "vitest";
import { type Db, runPrepared } from "../db/database.ts";
import { readInvariants } from "../reports/books.ts";

const invariants = await readInvariants();
const figures = invariants.map(
  ({ name, statement }) => `select '${name}' as name, (${statement}) as figure`,
);
const broken = sql.raw<{ name: string; figure: string }>(
  `select * from (${figures.join(" union all ")}) as checked where figure <> 0`,
);

/**
 * Fails with the names of the invariants that do not hold. It runs after every test on money, so
 * all invariants are one prepared statement, which is many times faster than one statement each.
 */
export async function expectBooksToBalance(db: Db): Promise<void> {
  const rows = await runPrepared(db, "books", broken);
  expect(rows.map(({ name, figure }) => `${name}: off by ${figure}`)).toEqual([]);
}
