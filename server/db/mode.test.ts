import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { anotherPool, useDatabase } from "../testing/database.ts";
import { claimDatabase } from "./mode.ts";

const demo = useDatabase();
const licensed = useDatabase();
const contested = useDatabase();
const beside = anotherPool(contested, 1);

test("a database first started as a demo refuses licensed mode", async () => {
  await claimDatabase(demo.db, "demo");
  await expect(claimDatabase(demo.db, "licensed")).rejects.toThrow("holds play money");
  await claimDatabase(demo.db, "demo");
});

test("a database first started in licensed mode refuses demo mode", async () => {
  await claimDatabase(licensed.db, "licensed");
  await expect(claimDatabase(licensed.db, "demo")).rejects.toThrow("begun in licensed mode");
  await claimDatabase(licensed.db, "licensed");
});

test.each([
  ["the product", "../main.ts"],
  ["the command for demo data", "../demo/main.ts"],
])("%s does not start in demo mode on a licensed database", async (_, file) => {
  await claimDatabase(licensed.db, "licensed");
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", path], {
    env: { PATH: process.env["PATH"], DATABASE_URL: licensed.url, PORT: "0", LOG_LEVEL: "silent" },
    stdio: ["ignore", "ignore", "pipe"],
    timeout: 100_000,
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(said).toContain("begun in licensed mode");
  expect(code).toBe(1);
});

test("when two first starts race in different modes, one is refused", async () => {
  const starts = await Promise.allSettled([
    claimDatabase(contested.db, "demo"),
    claimDatabase(beside.db, "licensed"),
  ]);
  expect(starts.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});
