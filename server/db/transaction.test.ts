import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { useDatabase } from "../testing/database.ts";
import { aPlayer, type Player } from "../testing/makers.ts";
import type { Tx } from "./database.ts";
import { transaction } from "./transaction.ts";

const database = useDatabase();
database.expectDeadlocks(1);

test("one of two deadlocked transactions is rolled back and retried", async () => {
  const [one, other] = [await aPlayer(database.db), await aPlayer(database.db)];
  let tries = 0;
  let meet = (): void => {};
  const have_met = new Promise<void>((resolve) => (meet = resolve));
  const hold = (tx: Tx, { id }: Player) =>
    sql`select from wallets where user_id = ${id} for update`.execute(tx);
  const holdBoth = (first: Player, second: Player) =>
    transaction(database.db, async (tx) => {
      tries += 1;
      // A lock that was just released goes to whoever is quicker, who may not have waited for it.
      if (tries === 3) await Promise.any(both);
      await hold(tx, first);
      if (tries === 2) meet();
      await have_met;
      await hold(tx, second);
    });
  const both = [holdBoth(one, other), holdBoth(other, one)];
  await Promise.all(both);
  expect(tries).toBe(3);
});

describe("work that fails every time", () => {
  /** Runs work that always fails with this error code; returns the number of tries. */
  async function failWith(code: string) {
    let tries = 0;
    const failing = transaction(database.db, async (tx) => {
      tries += 1;
      // Ends endless retries.
      if (tries > 9) return;
      const raise = `do $$ begin raise exception 'it fails' using errcode = '${code}'; end $$`;
      await sql.raw(raise).execute(tx);
    });
    await expect(failing).rejects.toMatchObject({ code });
    return tries;
  }

  test.each([
    ["a serialization failure", "40001"],
    ["a deadlock", "40P01"],
  ])("with %s is tried three times", async (_, code) => {
    expect(await failWith(code)).toBe(3);
  });

  test("with anything else is tried once", async () => {
    expect(await failWith("22012")).toBe(1);
  });
});
