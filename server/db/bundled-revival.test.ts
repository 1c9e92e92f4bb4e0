import { describe, expect, it, vi } from "vitest";
import { postmasterOf, query, queryWhenBack, start, useDataDirs } from "../testing/bundled.ts";

const { data_dir } = useDataDirs();

describe("the bundled PostgreSQL", () => {
  it("is revived when it is killed while running", async () => {
    const server = await start(data_dir);
    await query(server.url, "create table kept as select 1 as one");
    process.kill(postmasterOf(data_dir), "SIGKILL");
    expect(await queryWhenBack(server.url, "select one from kept")).toStrictEqual([{ one: 1 }]);
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
