import { EventEmitter, once } from "node:events";
import { renameSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, it, vi } from "vitest";
import { CannotStart } from "../cannot-start.ts";
import {
  postmasterOf,
  query,
  queryWhenBack,
  quiet,
  start,
  useDataDirs,
} from "../testing/bundled.ts";

const { data_dir, newDataDir, spoilSettings } = useDataDirs();

describe("the bundled PostgreSQL", () => {
  it("is restarted when it is killed while running", async () => {
    const server = await start(data_dir);
    await query(server.url, "create table kept as select 1 as one");
    process.kill(postmasterOf(data_dir), "SIGKILL");
    expect(await queryWhenBack(server.url, "select one from kept")).toStrictEqual([{ one: 1 }]);
    await server.stop();
  });

  it("is restarted when it was told to stop, although its clients do not leave", async () => {
    const server = await start(data_dir);
    const client = new pg.Client(server.url);
    client.on("error", () => {});
    await client.connect();
    const ended = new Promise<void>((resolve) => client.once("end", resolve));
    process.kill(postmasterOf(data_dir), "SIGTERM");
    await ended;
    expect(await queryWhenBack(server.url, "select 1 as one")).toStrictEqual([{ one: 1 }]);
    await server.stop();
  });

  it("is restarted once the cause of a failed restart is gone", async () => {
    const said = new EventEmitter();
    const server = await start(data_dir, {
      log: { ...quiet, error: (text) => void said.emit("said", text) },
      on_lost: (reason) => void said.emit("error", reason),
    });
    const mend = spoilSettings();
    process.kill(postmasterOf(data_dir), "SIGKILL");
    const [reason] = await once(said, "said");
    expect(reason).toContain('could not access file "nowhere"');
    mend();
    expect(await queryWhenBack(server.url, "select 1 as one")).toStrictEqual([{ one: 1 }]);
    await server.stop();
  });

  it("can be stopped while its restarts fail", async () => {
    const said = new EventEmitter();
    const server = await start(data_dir, {
      log: { ...quiet, error: (text) => void said.emit("said", text) },
    });
    spoilSettings();
    process.kill(postmasterOf(data_dir), "SIGKILL");
    await once(said, "said");
    await server.stop();
    expect(() => postmasterOf(data_dir)).toThrow("the server is free");
  });

  it("is reported lost when its data are gone", async () => {
    const gone = newDataDir();
    const said = new EventEmitter();
    const server = await start(gone, { on_lost: (reason) => void said.emit("lost", reason) });
    const postmaster = postmasterOf(gone);
    renameSync(join(gone, "postgres"), join(gone, "elsewhere"));
    process.kill(postmaster, "SIGKILL");
    const [reason] = await once(said, "lost");
    expect(reason).toBeInstanceOf(CannotStart);
    await server.stop();
  });

  it("starts although the machine was suspended meanwhile, or its clock was set", async () => {
    const [monotonic, clock] = [performance.now.bind(performance), Date.now];
    let reads = 0;
    const leap_ms = () => ((reads += 1) > 1 ? 60_000 : 0);
    vi.spyOn(performance, "now").mockImplementation(() => monotonic() + leap_ms());
    vi.spyOn(Date, "now").mockImplementation(() => clock() + leap_ms());
    const server = await start(data_dir);
    expect(await query(server.url, "select 1 as one")).toStrictEqual([{ one: 1 }]);
    await server.stop();
  });
});
