import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, test } from "vitest";
import { ensureDraw } from "../houses/service.ts";
import { useApp } from "../testing/app.ts";
import { at, TODAY } from "../testing/game.ts";
import { aHouse, aPlayer, setClock } from "../testing/makers.ts";

const app = useApp();

test("a plan that is made for an empty month takes the indexes that are meant", async () => {
  await setClock(app.db, at("13:00"));
  const [house, player] = await Promise.all([aHouse(app.db), aPlayer(app.db, { balance: 500 })]);
  await ensureDraw(app.db, house.id, TODAY);
  const plans = await plansOf(async (client) => {
    await client.query("vacuum (analyze) orders");
    const { rows } = await client.query<{ outcome: string }>(
      `select outcome
       from place_orders(
         0::smallint, $1, $2, $3, '{1000}', '{1}', '{1}', '{1000}', '{1000}', $4, '{1}', '{7}',
         '{1000}'
       )`,
      [[player.id], [house.id], [TODAY], [randomUUID()]],
    );
    expect(rows).toEqual([{ outcome: "accepted" }]);
  });
  expectScans(plans, /orders_\d\w*/, /Index Cond: .*idempotency_key = /);
  expectScans(plans, /draws/, /Index Cond: \(\(house_id = /);
});

function expectScans(plans: string, table: RegExp, condition: RegExp): void {
  const scans = plans.match(new RegExp(`Scan .*\\bon ${table.source}\\b.*\\n.*`, "g"));
  expect(scans).not.toBeNull();
  for (const scan of scans ?? []) expect(scan).toMatch(condition);
}

/** The plans of all that a connection ran, statements within functions too. */
async function plansOf(work: (client: pg.Client) => Promise<void>): Promise<string> {
  const client = new pg.Client(app.url);
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
