import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Context } from "../context.ts";
import { closeDatabase, openDatabase } from "../db/database.ts";
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

/** Every one of them befalls some batch: they come in rounds, each in an order of its own. */
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
/** So that a silence is noticed soon. */
const WATCH = { silence_ms: 100, answer_ms: 100 };

const seed = seedOfRun();
const random = seededRandom(seed);
const app = useApp();

let proxy: CutProxy;
/** A server process whose every way to the database leads through the proxy. */
let behind_proxy: { context: Context };
const met = new Set<Fate>();
let to_come: Fate[] = [];

function nextFate(): Fate {
  if (to_come.length === 0) to_come = [...FATES];
  const [fate = "carried"] = to_come.splice(random.below(to_come.length), 1);
  met.add(fate);
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

test(`whatever befalls its batch, an order is placed once (SEED=${seed})`, async () => {
  const house = await aHouse(app.db);
  await ensureDraw(app.db, house.id, TODAY);
  const players = await Promise.all(
    Array.from({ length: PLAYERS }, () => aPlayer(app.db, { balance: BALANCE })),
  );
  await Promise.all(players.map((player) => playAll(player, house)));
  expect(met).toEqual(new Set(FATES));
});

/** Orders, some at once, each until it is answered; then what the database has is what was said. */
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

/** As the app of a player does: told that it failed, it asks again under the same key. */
async function placeUntilAnswered(
  player: Player,
  house: TestHouse,
  stake: number,
  key: string,
): Promise<number> {
  for (;;) {
    const asked = place(behind_proxy, player, house, [play.direct(7, stake)], { key });
    const { answer, refused } = await outcomeOf(asked).catch(asFault);
    if (answer) return answer.id;
    expect(["busy", "outcome_unknown", "fault"]).toContain(refused);
  }
}

/** A silence befalls also what is read of an order that stood already, beside the lane. */
function asFault(error: Error): { answer?: undefined; refused: string } {
  expect(error.message).toMatch(/^Connection terminated|ECONNRESET|not queryable/);
  return { refused: "fault" };
}
