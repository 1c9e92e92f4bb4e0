import { sql } from "kysely";
import { expect, test } from "vitest";
import { appOn, useApp } from "../testing/app.ts";
import { anotherPool } from "../testing/database.ts";
import { at, gameOf, play } from "../testing/game.ts";
import { aHouse, aPlayer, setClock } from "../testing/makers.ts";

const app = useApp();
/** With a single connection for requests; the listener holds the other. */
const narrow = appOn(anotherPool(app, 2));

/** After five runs PostgreSQL decides whether to keep a plan or to plan each run. */
const PLANNED_RUNS = 5;

test("a connection plans a prepared statement only for its first runs", async () => {
  await setClock(app.db, at("13:00"));
  const house = await aHouse(app.db);
  const player = await aPlayer(app.db, { balance: 500 });
  const { id } = await gameOf(app).place(await app.signIn(player), house.id, [play.direct(7)]);

  for (let run = 0; run < PLANNED_RUNS * 2; run += 1) {
    // A new session, because sessions are cached.
    const as = await app.signIn(player);
    await gameOf(narrow).place(as, house.id, [play.ending(7)]);
    await narrow.ask("GET /orders", { as });
    await narrow.ask("GET /orders", { as, query: { limit: "100" } });
    await narrow.ask("GET /orders", { as, query: { status: "pending" } });
    await narrow.ask("GET /orders/{id}", { as, params: { id: String(id) } });
    await narrow.ask("GET /auth/me", { as });
    await narrow.ask("GET /wallet/balance", { as });
    await narrow.ask("GET /wallet/transactions", { as });
    await narrow.ask("GET /notifications", { as });
    // As a stream of events that opens.
    await narrow.context.openings.push(player.id);
    await narrow.ask("GET /houses/{id}/can-play", { as, params: { id: String(house.id) } });
  }

  const { rows } = await sql<{ name: string; is_kept: boolean }>`
    select name, custom_plans <= ${PLANNED_RUNS} and generic_plans > 0 as is_kept
    from pg_prepared_statements
  `.execute(narrow.db);
  expect(rows.length).toBeGreaterThanOrEqual(13);
  expect(rows.filter(({ is_kept }) => !is_kept)).toEqual([]);
});
