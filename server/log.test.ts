import { sql } from "kysely";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { createLog } from "./log.ts";
import { useDatabase } from "./testing/database.ts";

const database = useDatabase();

/** A file on a disk with little room: like Node's, it cuts a text short without an error. */
function aFile(bytes: number) {
  const file = { text: "", room: bytes, output: { writableLength: 0, on: () => undefined, write } };
  function write(text: string, done: (error?: Error | null) => void) {
    const written = text.slice(0, file.room);
    file.text += written;
    file.room -= written.length;
    queueMicrotask(() => done(written ? null : new Error("ENOSPC")));
  }
  return file;
}

const Line = z.object({ msg: z.string() });

function messageOf(line: string): string | undefined {
  try {
    return z.parse(Line, JSON.parse(line)).msg;
  } catch {
    return undefined;
  }
}

test("a full disk costs the lines that it had no room for, and none after it", async () => {
  const file = aFile(1_000);
  const log = createLog("info", file.output);
  const say = async (message: string) => {
    log.info(message);
    await Promise.resolve();
  };
  await say("before");
  file.room = 20;
  for (const message of ["cut short", "lost", "lost too"]) await say(message);
  file.room = 1_000;
  for (const message of ["after", "later"]) await say(message);
  expect(file.text.split("\n").map(messageOf)).toEqual([
    "before",
    undefined,
    "after",
    "later",
    undefined,
  ]);
});

test("lines are lost while a megabyte waits for a reader that does not keep up", () => {
  const file = aFile(1_000);
  const log = createLog("info", file.output);
  file.output.writableLength = 1_000_000;
  log.info("lost");
  file.output.writableLength = 999_999;
  log.info("written");
  expect(file.text.split("\n").map(messageOf)).toEqual(["written", undefined]);
});

test("a violated constraint is logged by its name, without the values of the row", async () => {
  const file = aFile(10_000);
  const log = createLog("info", file.output);
  const violated = sql`
    insert into users (full_name, phone, language, role, password_hash)
    values ('Asha Rai', '6000000001', 'en', 'archer', 'digest')
  `.execute(database.db);
  await violated.catch((error: unknown) => log.error({ err: error }, "a call failed"));
  expect(file.text).toContain("users_role_check");
  expect(file.text).not.toMatch(/Asha|6000000001|digest/);
});
