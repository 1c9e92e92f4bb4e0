import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { wholeRupees } from "../../contract/money.ts";
import type { PlayLine } from "../../contract/orders/schemas.ts";
import { FIRST, FORECAST, SECOND, winningCodes } from "../orders/codes.ts";
import { seededRandom } from "../demo/random.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, TODAY, TOMORROW } from "../testing/game.ts";
import { anAdmin, aPlayer, setClock } from "../testing/makers.ts";
import { seedOfRun } from "../testing/seed.ts";
import { playsNear } from "./arbitraries.ts";
import { type Part, PARTS, totalOf, winInPart } from "./oracle.ts";
import { place } from "./scene.ts";

const PLAYERS = 300;
const DATES = [TODAY, TOMORROW] as const;

const seed = seedOfRun();
const random = seededRandom(seed);
const app = useApp();

/** One of the 10,000 possible results, with an order on its draw. */
interface Case {
  first: number;
  second: number;
  house: { id: number };
  play_date: string;
  plays: PlayLine[];
}

test(`all 10,000 results pay what the rules say (SEED=${seed})`, async () => {
  await setClock(app.db, at("13:00"));
  const cases = makeCases(await makeHouses(5_000));
  const ids = await placeAll(cases);
  const admin = await anAdmin(app.db);
  // The sweep would settle the same draws one by one, and notify each winner.
  await app.context.sweep.stop();
  await settleAll(cases, admin.id);
  const found = await readOrders();
  cases.forEach(({ first, second, plays }, n) => {
    const paid = Object.fromEntries(
      PARTS.map((part) => [part, wholeRupees(winInPart(plays, part, { first, second }))]),
    );
    const total_paise = wholeRupees(totalOf(plays));
    const won_paise = PARTS.reduce((sum, part) => sum + (paid[part] ?? 0), 0);
    expect(found.get(ids[n] ?? 0), `${first} and ${second}`).toEqual({
      total_paise,
      won_paise,
      ...paid,
    });
  });
  await expectBooksToBalance(app.db);
});

async function makeHouses(count: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    insert into houses (name, location, first_round_time, second_round_time, min_play, max_play)
    select 'House ' || n, 'Khanapara', '3:00 PM', '8:00 PM', 1, 10000
    from generate_series(1, ${count}::integer) n
    returning id
  `.execute(app.db);
  return rows;
}

const makeCases = (houses: { id: number }[]): Case[] =>
  houses.flatMap((house, n) =>
    DATES.map((play_date, day) => {
      const pair = n * DATES.length + day;
      const [first, second] = [Math.trunc(pair / 100), pair % 100];
      const [plays] = fc.sample(playsNear(first, second), {
        seed: random.below(2 ** 31),
        numRuns: 1,
      });
      return { first, second, house, play_date, plays: plays ?? [] };
    }),
  );

/** Places the orders through the placing lane; returns their ids. */
async function placeAll(cases: Case[]): Promise<number[]> {
  const players = await Promise.all(
    Array.from({ length: PLAYERS }, () => aPlayer(app.db, { balance: 1_000_000 })),
  );
  await makeDraws();
  const ids: number[] = [];
  for (let from = 0; from < cases.length; from += 2_000) {
    const orders = cases.slice(from, from + 2_000).map(({ house, play_date, plays }, n) => {
      const player = players[n % PLAYERS];
      if (!player) throw new Error("there are players");
      return place(app, player, house, plays, { play_date });
    });
    ids.push(...(await Promise.all(orders)).map(({ id }) => id));
  }
  return ids;
}

/** Creates all draws in one statement: one by one with their orders would take most of the time. */
async function makeDraws(): Promise<void> {
  for (const day of DATES) await sql`select make_order_partition(${day})`.execute(app.db);
  await sql`
    insert into draws (house_id, play_date, first_closes_at, second_closes_at)
    select
      h.id, day.day,
      (day.day + time '14:45') at time zone 'Asia/Kolkata',
      (day.day + time '19:45') at time zone 'Asia/Kolkata'
    from houses h
    cross join unnest(${[...DATES]}::date[]) as day (day)
  `.execute(app.db);
}

const BITS = { first: FIRST, second: SECOND, forecast: FORECAST } as const;

/**
 * Publishes all draws in a few statements, as publishing does one by one: sets their numbers and
 * creates a settlement for each part that has plays, with the product's winning codes. Then runs
 * every settlement to its end.
 */
async function settleAll(cases: Case[], admin_id: number): Promise<void> {
  const decided = cases.flatMap(({ first, second, house, play_date }) =>
    PARTS.map((part) => {
      const winning = winningCodes(BITS[part], { first_number: first, second_number: second });
      const codes = winning.map(({ code }) => code);
      const types = winning.map(({ type }) => type);
      return { house_id: house.id, play_date, first, second, part: BITS[part], codes, types };
    }),
  );
  await sql`
    create table decided as
    select *
    from jsonb_to_recordset(${sql.lit(JSON.stringify(decided))}::jsonb) as d (
      house_id bigint, play_date date, first smallint, second smallint, part smallint,
      codes smallint[], types text[]
    )
  `.execute(app.db);
  await sql`analyze`.execute(app.db);
  await sql`
    with published as (
      insert into results (
        house_id, date, first_round, second_round, created_by, published_by, published_at
      )
      select house_id, play_date, first, second, ${admin_id}, ${admin_id}, clock_now()
      from decided
      where part = ${FORECAST}
    )
    update draws d
    set first_number = n.first, second_number = n.second
    from decided n
    where n.house_id = d.house_id and n.play_date = d.play_date and n.part = ${FORECAST}
  `.execute(app.db);
  await sql`
    insert into settlements (result_id, draw_id, part, winning_codes, winning_types, total_orders)
    select r.id, d.id, n.part, n.codes, n.types, 1
    from decided n
    join draws d on d.house_id = n.house_id and d.play_date = n.play_date
    join results r on r.house_id = n.house_id and r.date = n.play_date
    join orders o on o.play_date = d.play_date and o.draw_id = d.id and o.parts & n.part <> 0
  `.execute(app.db);
  await runSettlements();
}

/** Runs 500 settlements per statement: planning one for each takes longer than settling. */
async function runSettlements(): Promise<void> {
  for (const name of ["settle_chunk", "finish_settlement"]) {
    const settle = sql.ref(name);
    await sql`alter function ${settle} set plan_cache_mode = force_generic_plan`.execute(app.db);
  }
  let finished = 1;
  while (finished > 0) {
    const { rows } = await sql`
      select finish_settlement(settled.id)
      from (
        select id, settle_chunk(id, 2000)
        from (select id from settlements where finished_at is null order by id limit 500) as next
      ) as settled
    `.execute(app.db);
    finished = rows.length;
  }
}

type Paid = Record<Part | "total_paise" | "won_paise", number>;

/** The stake and the win of each order, and the ledger's payments for each part, in paise. */
async function readOrders(): Promise<Map<number, Paid>> {
  const { rows } = await sql<Paid & { id: number }>`
    select
      o.id, o.total_paise, o.won_paise,
      coalesce(sum(l.amount_paise) filter (where s.part = ${FIRST}), 0)::bigint as first,
      coalesce(sum(l.amount_paise) filter (where s.part = ${SECOND}), 0)::bigint as second,
      coalesce(sum(l.amount_paise) filter (where s.part = ${FORECAST}), 0)::bigint as forecast
    from orders o
    left join ledger l on l.order_id = o.id and l.kind = 'win'
    left join settlements s on s.id = l.settlement_id
    group by o.play_date, o.id
  `.execute(app.db);
  return new Map(rows.map(({ id, ...paid }) => [id, paid]));
}
