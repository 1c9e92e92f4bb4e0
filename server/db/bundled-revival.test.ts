import { EventEmitter, once } from "node:events";
import { renameSync } from "node:fs";
import { join } from "node:path";
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
  it("is revived when it is killed while running", async () => {
    const server = await start(data_dir);
    await query(server.url, "create table kept as select 1 as one");
    process.kill(postmasterOf(data_dir), "SIGKILL");
    expect(await queryWhenBack(server.url, "select one from kept")).toStrictEqual([{ one: 1 }]);
    await server.stop();
  });

  it("is revived once what keeps it from starting has passed", async () => {
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

  it("is stopped while something keeps it from starting again", async () => {
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

  it("is lost when its data are", async () => {
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

  it("starts though the machine stood still meanwhile, or its clock was set", async () => {
    const [steady, clock] = [performance.now.bind(performance), Date.now];
    let looks = 0;
    const leap_ms = () => ((looks += 1) > 1 ? 60_000 : 0);
    vi.spyOn(performance, "now").mockImplementation(() => steady() + leap_ms());
    vi.spyOn(Date, "now").mockImplementation(() => clock() + leap_ms());
    const server = await start(data_dir);
    expect(await query(server.url, "select 1 as one")).toStrictEqual([{ one: 1 }]);
    await server.stop();
  });
});
