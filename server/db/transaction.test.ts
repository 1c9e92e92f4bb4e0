import { sql } from "kysely";
import { expect, test } from "vitest";
import { useDatabase } from "../testing/database.ts";
import { aPlayer, type Player } from "../testing/makers.ts";
import type { Tx } from "./database.ts";
import { transaction } from "./transaction.ts";

const database = useDatabase();

test("of two that wait for each other one is broken off and tried again", async () => {
  const [one, other] = [await aPlayer(database.db), await aPlayer(database.db)];
  let tries = 0;
  let meet = (): void => {};
  const have_met = new Promise<void>((resolve) => (meet = resolve));
  const hold = (tx: Tx, { id }: Player) =>
    sql`select from wallets where user_id = ${id} for update`.execute(tx);
  const holdBoth = (first: Player, second: Player) =>
    transaction(database.db, async (tx) => {
      tries += 1;
      await hold(tx, first);
      if (tries === 2) meet();
      await have_met;
      await hold(tx, second);
    });
  await Promise.all([holdBoth(one, other), holdBoth(other, one)]);
  expect(tries).toBe(3);
});
