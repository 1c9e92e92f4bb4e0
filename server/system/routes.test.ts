import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { useApp } from "../testing/app.ts";
import { at } from "../testing/game.ts";
import { setClock } from "../testing/makers.ts";

const LICENCE = { LICENCE_NAME: "Hill Teer", LICENCE_NUMBER: "ML/7" };
const demo = useApp({ licence: readConfig(LICENCE).licence });
const licensed = useApp({ mode: "licensed", licence: { name: "Hill Teer", number: "ML/7" } });

describe("the public information about the product", () => {
  test("in demo mode has no licence, even if one is set, and has the product's time", async () => {
    await setClock(demo.db, at("13:00"));
    expect(await demo.ask("GET /about")).toEqual({
      mode: "demo",
      licence: null,
      server_time: "2026-11-20T07:30:00.000Z",
    });
  });

  test("in licensed mode has the licence's name and number", async () => {
    expect(await licensed.ask("GET /about")).toMatchObject({
      mode: "licensed",
      licence: { name: "Hill Teer", number: "ML/7" },
    });
  });

  test("reports live always, and ready only when the database is migrated", async () => {
    expect(await demo.ask("GET /health/ready")).toEqual({ status: "ok" });
    await sql`
      delete from kysely_migration where name = (select max(name) from kysely_migration)
    `.execute(demo.db);
    expect(await demo.refused("GET /health/ready")).toMatchObject({ status: 503, code: "busy" });
    expect(await demo.ask("GET /health/live")).toEqual({ status: "ok" });
  });
});
