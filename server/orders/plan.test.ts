import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { ensureDraw } from "../houses/service.ts";
import { useApp } from "../testing/app.ts";
import { anotherPool } from "../testing/database.ts";
import { at, TODAY } from "../testing/game.ts";
import {
  aHouse,
  aPlayer,
  fillDraw,
  type Player,
  setClock,
  type TestHouse,
} from "../testing/makers.ts";
import { listPages } from "./pages-sql.ts";
import { listOrders } from "./sql.ts";

/** In small tables the planner rates all indexes the same, or prefers the wrong one. */
describe.each([
  ["that is new", 0, []],
  ["that is known to be empty", 0, ["vacuum (analyze) orders"]],
  ["of one known order", 1, ["vacuum (analyze) orders"]],
  ["of some known pages", 400, ["vacuum (analyze) orders"]],
  [
    "whose other indexes cost less",
    5_000,
    [
      "delete from orders where user_id % 150 <> 0",
      "vacuum (analyze) orders",
      "reindex index orders_pkey",
      "reindex index orders_by_user",
    ],
  ],
])("a plan that is made for a month %s", (_, orders, prepare) => {
  const app = useApp();
  let house: TestHouse;
  let player: Player;

  beforeEach(async () => {
    await setClock(app.db, at("13:00"));
    [house, player] = await Promise.all([aHouse(app.db), aPlayer(app.db, { balance: 500 })]);
    await ensureDraw(app.db, house.id, TODAY);
    await fillDraw(app.db, house, TODAY, orders);
    for (const statement of prepare) await sql.raw(statement).execute(app.db);
  });

  test("places orders with the intended indexes", async () => {
    const plans = await plansOf(app.url, async (client) => {
      const { rows } = await client.query<{ outcome: string }>(
        `select outcome
         from place_orders(
           0::smallint, $1, $2, $3, '{1000}', '{1}', '{1}', '{1000}', '{1000}', $4, '{1,2}', '{7}',
           '{1000}'
         )`,
        [[player.id], [house.id], [TODAY], [randomUUID()]],
      );
      expect(rows).toEqual([{ outcome: "accepted" }]);
    });
    expectScans(plans, /orders_\d\w*/, /^Scan using \w*idempotency_key\w* .*Cond: .*user_id = /s);
    expectScans(plans, /draws/, /Cond: \(+(house_id|id) = /);
    expectScans(plans, /wallets/, /Cond: \(user_id = /);
  });
});

describe.each([
  ["a new month", 0],
  ["the fewest orders that autovacuum analyzes", 50],
])("a plan that is made for %s", (_, orders) => {
  const app = useApp();
  const alone = anotherPool(app, 1);

  beforeEach(async () => {
    await setClock(app.db, at("13:00"));
    const house = await aHouse(app.db);
    await ensureDraw(app.db, house.id, TODAY);
    await fillDraw(app.db, house, TODAY, orders);
    if (orders > 0) await sql`analyze orders`.execute(app.db);
  });

  test("reads a player's orders with their index", async () => {
    const { db } = alone;
    const page = { user_id: 1, limit: 20, skip: 0 };
    await listPages(db, [page], new Date(at("13:00")));
    await listOrders(db, page, undefined);
    await listOrders(db, page, "won");
    await sql`set plan_cache_mode = force_generic_plan`.execute(db);
    const plans = await Promise.all(
      [
        `"pages of orders since 2026-10-01" ('{1}', '{20}', '{0}')`,
        `"orders of a user" (1, 20, 0)`,
        `"orders of a user by status" (1, 'won', 20, 0)`,
      ].map(async (statement) => {
        const { rows } = await sql
          .raw<{ "QUERY PLAN": string }>(`explain execute ${statement}`)
          .execute(db);
        return rows.map((row) => row["QUERY PLAN"]).join("\n");
      }),
    );
    for (const plan of plans) {
      expectScans(plan, /orders_\d\w*/, /^Scan using \w*user_id_id\w* .*Cond: \(user_id = /s);
    }
  });
});

function expectScans(plans: string, table: RegExp, scanned: RegExp): void {
  const scans = plans.match(new RegExp(`Scan .*\\bon ${table.source}\\b.*\\n.*`, "g"));
  expect(scans).not.toBeNull();
  for (const scan of scans ?? []) expect(scan).toMatch(scanned);
}

/** The plans of everything that a connection ran, including statements within functions. */
async function plansOf(url: string, work: (client: pg.Client) => Promise<void>): Promise<string> {
  const client = new pg.Client(url);
  const plans: string[] = [];
  client.on("notice", ({ message = "" }) => plans.push(message));
  await client.connect();
  try {
    await client.query(`
      load 'auto_explain';
      set auto_explain.log_min_duration = 0;
      set auto_explain.log_nested_statements = on;
      set client_min_messages = log;
    `);
    await work(client);
  } finally {
    await client.end();
  }
  return plans.join("\n");
}
