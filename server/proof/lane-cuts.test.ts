import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Context } from "../context.ts";
import { closeDatabase, openDatabase } from "../db/database.ts";
import { isLostConnection } from "../db/lost-connection.ts";
import { seededRandom } from "../demo/random.ts";
import { ensureDraw } from "../houses/service.ts";
import { createPlacingLane } from "../orders/placing.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, play, TODAY } from "../testing/game.ts";
import { aHouse, aPlayer, type Player, setClock, type TestHouse } from "../testing/makers.ts";
import { IS_LONG, seedOfRun } from "../testing/seed.ts";
import { type CutProxy, type Fate, openCutProxy } from "./cut-proxy.ts";
import { sumOf } from "./oracle.ts";
import { outcomeOf, place } from "./scene.ts";

const PLAYERS = 12;
const BALANCE = 100_000;
const ORDERS_EACH = IS_LONG ? 300 : 15;

/** Each fate happens to some batch: the list is used up in random order before it starts again. */
const FATES: readonly Fate[] = [
  "carried",
  "carried",
  "carried",
  "delayed",
  "delayed",
  "lost",
  "torn",
  "orphaned",
  "unanswered",
  "swallowed",
];
/** Short timeouts, so that a silent connection is noticed soon. */
const WATCH = { silence_ms: 100, answer_ms: 100 };

const seed = seedOfRun();
const random = seededRandom(seed);
const app = useApp();

let proxy: CutProxy;
/** A server process that reaches the database only through the proxy. */
let behind_proxy: { context: Context };
const used_fates = new Set<Fate>();
let remaining: Fate[] = [];

function nextFate(): Fate {
  if (remaining.length === 0) remaining = [...FATES];
  const [fate = "carried"] = remaining.splice(random.below(remaining.length), 1);
  used_fates.add(fate);
  return fate;
}

beforeAll(async () => {
  proxy = await openCutProxy(app.url, nextFate);
  const db = openDatabase(proxy.url, undefined, WATCH);
  const placing = createPlacingLane(db, app.context.metrics);
  behind_proxy = { context: { ...app.context, db, placing } };
});
afterAll(async () => {
  await closeDatabase(behind_proxy.context.db);
  await proxy.close();
});

beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

test(`an order is placed once, whatever happens to its batch (SEED=${seed})`, async () => {
  const house = await aHouse(app.db);
  await ensureDraw(app.db, house.id, TODAY);
  const players = await Promise.all(
    Array.from({ length: PLAYERS }, () => aPlayer(app.db, { balance: BALANCE })),
  );
  await Promise.all(players.map((player) => playAll(player, house)));
  expect(used_fates).toEqual(new Set(FATES));
});

test("an order whose answers are lost is called unknown, and placed once", async () => {
  // With the limits of the product, a pause of this process is no silence of the database.
  const db = openDatabase(proxy.url);
  const context = { ...app.context, db, placing: createPlacingLane(db, app.context.metrics) };
  const [house, player] = [await aHouse(app.db), await aPlayer(app.db, { balance: 100 })];
  await ensureDraw(app.db, house.id, TODAY);
  const [plays, key] = [[play.direct(7)], randomUUID()];
  // As often as a lane tries.
  remaining = ["unanswered", "unanswered", "unanswered"];
  const outcome = await outcomeOf(place({ context }, player, house, plays, { key }));
  expect(outcome).toEqual({ refused: "outcome_unknown" });
  const { id, wallet_balance } = await place(app, player, house, plays, { key });
  const { rows } = await sql`select id from orders where user_id = ${player.id}`.execute(app.db);
  expect({ rows, wallet_balance }).toEqual({ rows: [{ id }], wallet_balance: 90 });
  await closeDatabase(db);
});

/**
 * Places the orders of a player, three at a time, and retries each until it has a definite answer.
 * Then the orders in the database must be those of the answers.
 */
async function playAll(player: Player, house: TestHouse): Promise<void> {
  const orders = Array.from({ length: ORDERS_EACH }, (_, n) => ({
    key: randomUUID(),
    stake: 10 + n,
  }));
  const placed = new Map<string, number>();
  for (let n = 0; n < orders.length; n += 3) {
    await Promise.all(
      orders.slice(n, n + 3).map(async ({ key, stake }) => {
        placed.set(key, await placeUntilAnswered(player, house, stake, key));
      }),
    );
  }
  for (const { key, stake } of orders) {
    const again = await place(app, player, house, [play.direct(7, stake)], { key });
    expect(again.id).toBe(placed.get(key));
  }
  const { rows } = await sql<{ id: number; key: string }>`
    select id, idempotency_key as key from orders where user_id = ${player.id}
  `.execute(app.db);
  expect(new Map(rows.map(({ key, id }) => [key, id]))).toEqual(placed);
  expect(rows).toHaveLength(placed.size);
  const { rows: wallets } = await sql`
    select balance_paise from wallets where user_id = ${player.id}
  `.execute(app.db);
  const staked = sumOf(orders.map(({ stake }) => stake));
  expect(wallets).toEqual([{ balance_paise: (BALANCE - staked) * 100 }]);
}

/** Retries a failed request with the same idempotency key, as the web app does. */
async function placeUntilAnswered(
  player: Player,
  house: TestHouse,
  stake: number,
  key: string,
): Promise<number> {
  for (;;) {
    const placing = place(behind_proxy, player, house, [play.direct(7, stake)], { key });
    const { answer, refused } = await outcomeOf(placing).catch(asFault);
    if (answer) return answer.id;
    expect(["busy", "outcome_unknown", "fault"]).toContain(refused);
  }
}

/** A silence also hits the read of an order that exists already, outside the lane. */
function asFault(error: Error): { answer?: undefined; refused: string } {
  if (!isLostConnection(error)) throw error;
  return { refused: "fault" };
}
