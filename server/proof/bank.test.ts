import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { appOn, useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, play } from "../testing/game.ts";
import { aHouse, anAdmin, aPlayer, setClock } from "../testing/makers.ts";
import { IS_LONG } from "../testing/seed.ts";
import { settleToEnd } from "../testing/settling.ts";
import { announce, cancel, outcomeOf, place } from "./scene.ts";

const PLAYERS = 24;
const BALANCE = 5_000;
const ORDERS_EACH = IS_LONG ? 400 : 40;
const READERS = 3;
/** Small, so that a settlement commits many times while the readers run. */
const CHUNK = 5;

const app = useApp();
const second_process = appOn(app);

afterEach(() => expectBooksToBalance(app.db));

/** The money of all wallets and of the house side, read in one statement. */
async function readTotal(): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select
      (select sum(balance_paise) from wallets)::bigint
      + (select sum(staked_paise - refunded_paise - paid_paise) from house_side)::bigint as total
  `.execute(app.db);
  return rows[0]?.total ?? Number.NaN;
}

test("every read sees the same total while orders and settlements run", async () => {
  await setClock(app.db, at("13:00"));
  const admin = await anAdmin(app.db);
  const players = await Promise.all(
    Array.from({ length: PLAYERS }, () => aPlayer(app.db, { balance: BALANCE })),
  );
  const open = await Promise.all(Array.from({ length: 3 }, () => aHouse(app.db)));
  const closed = await aHouse(app.db, { first_round_time: "1:30 PM" });
  for (let n = 0; n < 4; n += 1) {
    await Promise.all(players.map((player) => place(app, player, closed, [play.house(n % 2)])));
  }
  await setClock(app.db, at("14:00"));
  const settlements = await announce(app, admin, closed, { first_round: 7 });

  const total = await readTotal();
  expect(total).toBe(PLAYERS * BALANCE * 100);
  let is_over = false;
  const reading = Array.from({ length: READERS }, async () => {
    const totals = new Set<number>();
    while (!is_over) totals.add(await readTotal());
    return totals;
  });
  const playing = players.map(async (player, n) => {
    const process = n % 2 ? app : second_process;
    for (let m = 0; m < ORDERS_EACH; m += 1) {
      const house = open[(n + m) % open.length] ?? closed;
      const { answer } = await outcomeOf(place(process, player, house, [play.direct(n, 10 + m)]));
      if (answer && m % 3 === 0) await cancel(process, player, answer);
    }
  });
  const settling = settlements.flatMap((id) =>
    [app, second_process].map(({ db }) => settleToEnd(db, id, CHUNK)),
  );
  await Promise.all([...playing, ...settling]).finally(() => {
    is_over = true;
  });
  expect(await Promise.all(reading)).toEqual(reading.map(() => new Set([total])));
  expect(await readWins()).toEqual(new Map(players.map(({ id }) => [id, "2 of ₹200"])));
});

/** The number and the sum of each player's wins. */
async function readWins(): Promise<Map<number, string>> {
  const { rows } = await sql<{ user_id: number; wins: number; rupees: number }>`
    select user_id, count(*) as wins, sum(amount_paise)::bigint / 100 as rupees
    from ledger
    where kind = 'win'
    group by user_id
  `.execute(app.db);
  return new Map(rows.map(({ user_id, wins, rupees }) => [user_id, `${wins} of ₹${rupees}`]));
}
