import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { CannotStart } from "../cannot-start.ts";
import { postmasterOf, query, start, useDataDirs } from "../testing/bundled.ts";
import { completeLinks, findPackage } from "./bundled-binaries.ts";
import { whyItEnded } from "./bundled-cluster.ts";

const is_root = process.getuid?.() === 0;
const { data_dir, data_dirs, newDataDir, mends, spoilSettings } = useDataDirs();
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** The path of a file of the server in `data_dir`. */
const serverFile = (path: string) => join(realpathSync(join(data_dir, "postgres")), path);

/** Writes files into a folder, like initdb, but endlessly. */
const WRITE_ENDLESSLY = `
  const { mkdirSync, writeFileSync } = require("node:fs");
  const folder = process.argv[1];
  console.log("writing");
  for (let n = 0; ; n = (n + 1) % 1000) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(folder + "/" + n, "");
  }
`;

/** Starts a server in another process; resolves with that process's first output. */
async function startElsewhere(data_dir: string): Promise<{ process: ChildProcess; said: string }> {
  const loader = import.meta.resolve("tsx");
  const script = fileURLToPath(new URL("../testing/hold-bundled.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", loader, script, data_dir]);
  children.push(child);
  const [said] = await once(child.stdout, "data");
  return { process: child, said: String(said).trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

describe("the bundled PostgreSQL", () => {
  it("keeps its data across a restart", async () => {
    const first = await start(data_dir);
    await query(first.url, "create table stopped as select 45 as number");
    await first.stop();
    await expect(query(first.url, "select 1")).rejects.toThrow("ENOENT");
    const second = await start(data_dir);
    expect(await query(second.url, "select number from stopped")).toStrictEqual([{ number: 45 }]);
    await second.stop();
  });

  it("is durable by default", async () => {
    const settings = `select name, setting from pg_settings
      where name in ('fsync', 'synchronous_commit', 'data_checksums') order by name`;
    const durable = await start(data_dir);
    expect(await query(durable.url, settings)).toStrictEqual([
      { name: "data_checksums", setting: "on" },
      { name: "fsync", setting: "on" },
      { name: "synchronous_commit", setting: "on" },
    ]);
    await durable.stop();
    const throwaway = await start(data_dir, { durable: false });
    expect(await query(throwaway.url, settings)).toContainEqual({ name: "fsync", setting: "off" });
    await throwaway.stop();
  });

  it("takes over the server of a killed process", async () => {
    const { process: other, said } = await startElsewhere(data_dir);
    expect(said).toBe("ready");
    const orphan = postmasterOf(data_dir);
    await kill(other);
    const server = await start(data_dir);
    expect(postmasterOf(data_dir)).toBe(orphan);
    await server.stop();
    expect(() => postmasterOf(data_dir)).toThrow("the server is free");
  });

  it("starts again when PostgreSQL and its process were both killed", async () => {
    const { process: other } = await startElsewhere(data_dir);
    process.kill(postmasterOf(data_dir), "SIGKILL");
    await kill(other);
    const server = await start(data_dir);
    expect(await query(server.url, "select 1 as one")).toStrictEqual([{ one: 1 }]);
    await server.stop();
  });

  it("starts when the pid in a stale lock file belongs to another program", async () => {
    const first = await start(data_dir);
    const lock_file = serverFile("cluster/postmaster.pid");
    const lines = readFileSync(lock_file, "utf8").split("\n");
    await first.stop();
    const { uid, gid } = lstatSync(dirname(lock_file));
    const stranger = spawn("sleep", ["60"], { uid, gid, cwd: "/" });
    children.push(stranger);
    writeFileSync(lock_file, [stranger.pid, ...lines.slice(1)].join("\n"));
    const second = await start(data_dir);
    expect(await query(second.url, "select 1 as one")).toStrictEqual([{ one: 1 }]);
    await second.stop();
  });

  it("starts although a power cut has left its lock files empty", async () => {
    const first = await start(data_dir);
    await first.stop();
    for (const path of ["cluster/postmaster.pid", "socket/.s.PGSQL.5432.lock"]) {
      writeFileSync(serverFile(path), "");
      utimesSync(serverFile(path), 0, 0);
    }
    const second = await start(data_dir);
    expect(await query(second.url, "select 1 as one")).toStrictEqual([{ one: 1 }]);
    await second.stop();
  });

  it("waits for the lock file of a server that another process starts", async () => {
    const first = await start(data_dir);
    await first.stop();
    const lock_file = serverFile("cluster/postmaster.pid");
    writeFileSync(lock_file, "");
    const starting = start(data_dir);
    const log_file = join(data_dir, "postgres", "postgresql.log");
    while (!readFileSync(log_file, "utf8").includes("is empty")) await nextTurn();
    rmSync(lock_file, { force: true });
    const second = await starting;
    expect(await query(second.url, "select 1 as one")).toStrictEqual([{ one: 1 }]);
    await second.stop();
  });

  it("refuses a second process, unless that process shares the server as a guest", async () => {
    const server = await start(data_dir);
    const { said } = await startElsewhere(data_dir);
    expect(said).toMatch(/^Another Nishana \(process \d+\) uses the data folder/);
    const guest = await start(data_dir, { share: true });
    expect(guest.url).toBe(server.url);
    await guest.stop();
    expect(await query(server.url, "select 1 as one")).toStrictEqual([{ one: 1 }]);
    await server.stop();
  });

  it("is held by one of two processes that start on an empty folder at once", async () => {
    const empty = newDataDir();
    mkdirSync(empty);
    const both = await Promise.all([startElsewhere(empty), startElsewhere(empty)]);
    const said = both.map((one) => one.said).toSorted();
    expect(said).toStrictEqual([expect.stringContaining("Another Nishana"), "ready"]);
  });

  it("starts after a crash between creating and renaming its data folder", async () => {
    const first = await start(data_dir);
    await first.stop();
    const leftover = join(data_dir, "postgres", "unfinished-abc");
    mkdirSync(leftover);
    const second = await start(data_dir);
    expect(existsSync(leftover)).toBe(false);
    await second.stop();
  });

  it("starts while another process is still creating its own data folder", async () => {
    const first = await start(data_dir);
    await first.stop();
    const theirs = join(data_dir, "postgres", "unfinished-abc");
    mkdirSync(theirs);
    const maker = spawn(process.execPath, ["-e", WRITE_ENDLESSLY, theirs]);
    children.push(maker);
    await once(maker.stdout, "data");
    const second = await start(data_dir);
    maker.kill("SIGKILL");
    await once(maker, "exit");
    expect(second.url).toBe(first.url);
    await second.stop();
  });

  it("puts its socket under /tmp when the data folder's path is long", async () => {
    const long = join(newDataDir(), "long".repeat(20));
    data_dirs.push(long);
    const server = await start(long);
    expect(new URL(server.url).searchParams.get("host")).toMatch(/^\/tmp\/nishana-[0-9a-f]{16}$/);
    await server.stop();
    rmSync(new URL(server.url).searchParams.get("host") ?? "", { recursive: true });
  });
});

describe("the bundled PostgreSQL reports in one sentence", () => {
  it("that the data folder cannot be written", async () => {
    const file = newDataDir();
    writeFileSync(file, "a file");
    for (const impossible of [file, join(file, "inside"), "/proc/nishana", "/dev/null"]) {
      await expect(start(impossible)).rejects.toThrow(CannotStart);
      await expect(start(impossible)).rejects.toThrow(
        `The data folder ${impossible} cannot be written`,
      );
    }
  });

  it("that existing data cannot be written", async () => {
    const log_file = join(data_dir, "postgres", "postgresql.log");
    rmSync(log_file);
    mkdirSync(log_file);
    mends.push(() => rmSync(log_file, { recursive: true }));
    await expect(start(data_dir)).rejects.toThrow(
      `The data folder ${join(data_dir, "postgres")} cannot be written (EISDIR)`,
    );
  });

  it("that the data belong to another PostgreSQL version", async () => {
    const version_file = join(data_dir, "postgres", "cluster", "PG_VERSION");
    const server = await start(data_dir);
    await server.stop();
    writeFileSync(version_file, "17\n");
    await expect(start(data_dir)).rejects.toThrow(
      /was made by PostgreSQL 17, .* version 18: run "npm run backup" with/,
    );
    writeFileSync(version_file, "18\n");
  });

  it("why its server does not start", async () => {
    const server = await start(data_dir);
    await server.stop();
    spoilSettings();
    await expect(start(data_dir)).rejects.toThrow(
      /does not start: .* could not access file "nowhere"/,
    );
  });

  it.each([
    ["FATAL:  could not write: No space left on device", "LOG:  database system is shut down"],
    ["initdb: error: could not access the folder", "initdb: removing contents of the folder"],
    ["postgres: error while loading shared libraries: libicu.so.60"],
  ])("why a program ended: %s", (...said) => {
    const earlier = "[7] LOG:  starting\n[8] FATAL:  the database system is starting up\n";
    expect(whyItEnded(`${earlier}${said.join("\n")}\n`)).toBe(said[0]);
  });

  it("that it is not available for a platform", () => {
    expect(() => findPackage("aix-ppc64")).toThrow(
      "There is no bundled PostgreSQL for this platform (aix-ppc64): set DATABASE_URL",
    );
  });
});

it("missing links between libraries are created when npm skipped them", () => {
  const native = join(newDataDir(), "native");
  mkdirSync(join(native, "bin"), { recursive: true });
  mkdirSync(join(native, "lib"));
  for (const program of ["initdb", "postgres"]) writeFileSync(join(native, "bin", program), "");
  writeFileSync(join(native, "lib", "libpq.so.5.18"), "library");
  const links = [{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" }];
  writeFileSync(join(native, "pg-symlinks.json"), JSON.stringify(links));
  completeLinks(native);
  completeLinks(native);
  expect(readFileSync(join(native, "lib", "libpq.so.5"), "utf8")).toBe("library");
  expect(lstatSync(join(native, "bin", "postgres")).mode & 0o777).toBe(0o755);
});

describe.runIf(is_root)("the bundled PostgreSQL started by root", () => {
  it("runs as another account, in the data folder if that account has access to it", async () => {
    const server = await start(data_dir);
    expect(lstatSync(join(data_dir, "postgres")).isDirectory()).toBe(true);
    expect(lstatSync(join(data_dir, "postgres", "cluster")).uid).not.toBe(0);
    await server.stop();
  });

  it("tells how to give copied data that belong to root back to another account", async () => {
    const copy = newDataDir();
    cpSync(data_dir, copy, { recursive: true });
    const home = join(copy, "postgres");
    const refusal = await start(copy).catch((error: Error) => error.message);
    expect(refusal).toMatch(/belongs to root, .* chown -R nobody: /);
    execFileSync("chown", ["-R", "nobody:", home]);
    const server = await start(copy);
    expect(await query(server.url, "select 1 as one")).toStrictEqual([{ one: 1 }]);
    await server.stop();
  });

  it("keeps its data in another folder if only root has access to the data folder", async () => {
    const empty = newDataDir({ mode: 0o700 });
    const first = await start(empty);
    await query(first.url, "create table kept as select 1 as one");
    await first.stop();
    const home = realpathSync(join(empty, "postgres"));
    expect(home).toMatch(/^\/var\/lib\/nishana\/data-/);
    expect(lstatSync(home).mode & 0o777).toBe(0o700);
    const second = await start(empty);
    expect(await query(second.url, "select one from kept")).toStrictEqual([{ one: 1 }]);
    await second.stop();
  });
});
