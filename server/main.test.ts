import { afterAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { takeConnection } from "./db/database.ts";
import { useDatabase } from "./testing/database.ts";
import { aProduct } from "./testing/product.ts";
import { untilWaiting } from "./testing/waiting.ts";

const ADMIN = { phone: "9000000001", password: "admin of the stops" };
const database = useDatabase();
const product = aProduct({
  DATABASE_URL: database.url,
  ADMIN_PHONE: ADMIN.phone,
  ADMIN_PASSWORD: ADMIN.password,
});

afterAll(() => product.remove());

test("a stop breaks off a look through the books that would last for ever", async () => {
  await product.start("2026-11-20T13:00:00+05:30");
  const token = await signIn();
  const holder = await takeConnection(database.db);
  try {
    await holder.query("begin; lock table ledger in access exclusive mode");
    const headers = { authorization: `Bearer ${token}` };
    const books = fetch(`${product.api}/admin/books`, { headers }).catch(String);
    await untilWaiting(database.db, 1);
    // A process that does not come to its end within ten seconds ends itself, with 1.
    expect(await product.stop()).toBe(0);
    expect(await books).toBe("TypeError: fetch failed");
  } finally {
    holder.release(true);
  }
});

async function signIn(): Promise<string> {
  const answer = await fetch(`${product.api}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ADMIN),
  });
  return z.parse(z.object({ access_token: z.string() }), await answer.json()).access_token;
}
