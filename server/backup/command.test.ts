import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { claimDatabase } from "../db/mode.ts";
import { openDatabase } from "../db/database.ts";
import { migrate } from "../db/migrate.ts";
import { query, start, useDataDirs } from "../testing/bundled.ts";

const { data_dir, newDataDir } = useDataDirs();

/** Runs a command in a process of its own; resolves with its exit code and all that it printed. */
const run = (name: string, args: string[], env: Record<string, string> = {}) =>
  new Promise<{ code: unknown; printed: string }>((resolve) => {
    const main = fileURLToPath(new URL(`./${name}-main.ts`, import.meta.url));
    const settings = { env: { PATH: process.env["PATH"], DATA_DIR: data_dir, ...env } };
    execFile(process.execPath, ["--import", "tsx", main, ...args], settings, (error, out, err) =>
      resolve({ code: error?.code ?? 0, printed: out + err }),
    );
  });

it("commands back up a running product's database, and restore it into a new folder", async () => {
  const file = join(newDataDir(), "..", "nishana.backup");
  const server = await start(data_dir, { durable: false });
  const db = openDatabase(server.url, 1);
  await migrate(db);
  await claimDatabase(db, "demo");
  await db.destroy();
  expect(await run("backup", [file])).toMatchObject({ code: 0 });
  const refused = await run("restore", [file]);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.printed).toMatch(/^Another Nishana .* uses the data folder/);
  await server.stop();

  const fresh = newDataDir();
  const restored = await run("restore", [file], { DATA_DIR: fresh });
  expect(restored.printed).toContain(`rows were restored, data in ${join(fresh, "postgres")}`);
  const there = await start(fresh);
  expect(await query(there.url, "select mode from operation")).toEqual([{ mode: "demo" }]);
  await there.stop();
});

it.each([
  ["backup", [], {}, "Usage: npm run backup -- FILE\n"],
  ["restore", ["--all"], {}, "Usage: npm run restore -- FILE\n"],
  ["restore", ["a", "b"], {}, "Usage: npm run restore -- FILE\n"],
  [
    "backup",
    ["a"],
    { DATABASE_URL: "postgres://localhost/x" },
    "This is for the bundled database, and DATABASE_URL names another: " +
      "use pg_dump and pg_restore, as docs/operating.md says.\n",
  ],
])("%s %j with %j is refused in one sentence", async (name, args, env, printed) => {
  expect(await run(name, args, env)).toEqual({ code: 1, printed });
});
