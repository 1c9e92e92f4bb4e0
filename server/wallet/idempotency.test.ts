import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { transaction } from "../db/transaction.ts";
import { useDatabase } from "../testing/database.ts";
import { aPlayer, type Player } from "../testing/makers.ts";
import { once } from "./idempotency.ts";
import { lockWallet } from "./service.ts";

const database = useDatabase();

/** Runs some work under a key, like a call that moves money. */
const work = ({ id: user_id }: Player, key: string, call: string, answer: string) =>
  transaction(database.db, async (tx) => {
    await lockWallet(tx, user_id);
    return once(tx, { user_id, key, call, request: 7 }, async () => answer);
  });

test("a repetition returns the first answer", async () => {
  const [player, key] = [await aPlayer(database.db), randomUUID()];
  expect(await work(player, key, "cancelOrder", "first")).toBe("first");
  expect(await work(player, key, "cancelOrder", "second")).toBe("first");
});

test("a key of one action is refused for another action with the same request", async () => {
  const [player, key] = [await aPlayer(database.db), randomUUID()];
  await work(player, key, "cancelOrder", "cancelled");
  await expect(work(player, key, "voidOrder", "voided")).rejects.toMatchObject({
    code: "idempotency_conflict",
  });
});

test("two users may use the same key", async () => {
  const key = randomUUID();
  for (const answer of ["of one", "of another"]) {
    expect(await work(await aPlayer(database.db), key, "cancelOrder", answer)).toBe(answer);
  }
});
