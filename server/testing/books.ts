import { expect } from "vitest";
import type { Db } from "../db/database.ts";
import { checkBooks } from "../reports/books.ts";

/** Fails with the names of the invariants that do not hold. Run after every test on money. */
export async function expectBooksToBalance(db: Db): Promise<void> {
  const broken = (await checkBooks(db)).filter(({ holds }) => !holds);
  expect(broken.map(({ name, figure }) => `${name}: off by ${figure}`)).toEqual([]);
}
