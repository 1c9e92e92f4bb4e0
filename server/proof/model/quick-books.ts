import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { type Db, takeConnection } from "../../db/database.ts";

const INVARIANTS = new URL("../../reports/invariants.sql", import.meta.url);

export interface QuickBooks {
  /** Fails with the names of the invariants that do not hold. */
  expectToBalance(): Promise<void>;
  close(): void;
}

/**
 * All invariants as one prepared statement on a connection of its own: many times quicker than one
 * after the other, so that they can be checked after each of thousands of steps.
 */
export async function openQuickBooks(db: Db): Promise<QuickBooks> {
  const [, ...sections] = (await readFile(INVARIANTS, "utf8")).split(/^-- invariant: /m);
  const figures = sections.map((section) => {
    const end = section.indexOf("\n");
    const statement = section.slice(end).replace(/;\s*$/, "");
    return `select '${section.slice(0, end)}' as name, (${statement}) as figure`;
  });
  const text = `select name from (${figures.join(" union all ")}) checked where figure <> 0`;
  const connection = await takeConnection(db);
  return {
    async expectToBalance() {
      const { rows } = await connection.query<{ name: string }>({ name: "books", text });
      expect(rows.map(({ name }) => name)).toEqual([]);
    },
    close: () => connection.release(true),
  };
}
