import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays } from "../../contract/dates.ts";
import { parseRupees } from "../../contract/money.ts";
import { ROUNDS } from "../../contract/orders/rules.ts";
import type { PlayLine } from "../../contract/orders/schemas.ts";
import { type Random, seededRandom } from "../demo/random.ts";
import { cancel, outcomeOf, place, publish } from "../proof/scene.ts";
import { voidResult } from "../results/void.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, play, TODAY } from "../testing/game.ts";
import {
  aHouse,
  anAdmin,
  aPlayer,
  type Player,
  setClock,
  type TestHouse,
} from "../testing/makers.ts";
import { seedOfRun } from "../testing/seed.ts";
import { getDashboard, getRevenue, listWinners } from "./service.ts";

const DAYS = 9;
const LAST_DAY = addDays(TODAY, DAYS - 1);
const seed = seedOfRun();
const app = useApp();

/** Sums of a house and day, or of an order, from the ledger alone. In paise. */
interface Sums {
  revenue: number;
  winnings: number;
  orders: number;
}

describe(`after days of random play (SEED=${seed})`, () => {
  beforeAll(async () => {
    const random = seededRandom(seed);
    const admin = await anAdmin(app.db);
    const houses = await Promise.all([1, 2, 3].map(() => aHouse(app.db)));
    const players = await Promise.all(
      Array.from({ length: 5 }, () => aPlayer(app.db, { balance: 50_000 })),
    );
    for (let day = 0; day < DAYS; day += 1) {
      await playDay(random, admin, players, houses, addDays(TODAY, day));
    }
  });
  afterAll(() => expectBooksToBalance(app.db));

  test.each([1, 2, 7, DAYS, 30])("the revenue of %i days equals the ledger's", async (days) => {
    const from = addDays(LAST_DAY, 1 - days);
    const ledger = (await readLedger()).filter(({ date }) => date >= from && date <= LAST_DAY);
    const answer = await getRevenue(app.context, days);
    const { total_revenue: revenue, total_winnings: winnings, total_net: net } = answer;
    expectSame({ revenue, winnings, net, orders: answer.total_orders }, ledger);
    expect(answer.daily_revenue).toHaveLength(days);
    for (const { date, ...figures } of answer.daily_revenue) {
      expectSame(
        figures,
        ledger.filter((sums) => sums.date === date),
      );
    }
    const with_figures = ledger.filter(({ orders, winnings }) => orders > 0 || winnings > 0);
    const houses = with_figures.map(({ house_id }) => house_id);
    expect(new Set(answer.house_revenue.map(({ house_id }) => house_id))).toEqual(new Set(houses));
    expect(answer.house_revenue).toHaveLength(new Set(houses).size);
    for (const { house_id, house: _, ...figures } of answer.house_revenue) {
      expectSame(
        figures,
        ledger.filter((sums) => sums.house_id === house_id),
      );
    }
  });

  test("the dashboard's figures equal the ledger's up to today", async () => {
    const ledger = (await readLedger()).filter(({ date }) => date <= LAST_DAY);
    const answer = await getDashboard(app.context);
    expectSame(
      {
        revenue: answer.today_revenue,
        winnings: answer.today_winnings,
        net: answer.today_net,
        orders: answer.today_orders,
      },
      ledger.filter(({ date }) => date === LAST_DAY),
    );
    const { total_revenue: revenue, total_winnings: winnings, total_net: net } = answer;
    expectSame({ revenue, winnings, net }, ledger);
  });

  test.each([1, 7, 30])("the winners of %i days equal the ledger's", async (days) => {
    const limit = 20;
    const { rows } = await sql<{ order_id: number; won: number }>`
      select l.order_id, sum(l.amount_paise)::bigint as won
      from ledger l
      join draws d on d.id = l.draw_id
      where
        l.kind in ('win', 'reversal')
        and d.play_date > ${LAST_DAY}::date - ${days}::integer and d.play_date <= ${LAST_DAY}
      group by l.order_id
      having sum(l.amount_paise) > 0
      order by won desc, l.order_id desc
      limit ${limit}
    `.execute(app.db);
    const { winners } = await listWinners(app.context, { days, limit });
    expect(
      winners.map(({ order_id, winning_amount }) => ({
        order_id,
        won: parseRupees(winning_amount),
      })),
    ).toEqual(rows);
    for (const { play_amount, winning_amount, profit } of winners) {
      expect(profit).toBe(winning_amount - play_amount);
    }
  });
});

/** To the paisa: sums are compared as whole paise. */
function expectSame(figures: Partial<Sums & { net: number }>, ledger: readonly Sums[]): void {
  const sum = (of: keyof Sums) => ledger.reduce((total, sums) => total + sums[of], 0);
  const paise = (rupees: number | undefined) => parseRupees(rupees ?? Number.NaN);
  expect({
    revenue: paise(figures.revenue),
    winnings: paise(figures.winnings),
    net: paise(figures.net),
    orders: figures.orders ?? sum("orders"),
  }).toEqual({
    revenue: sum("revenue"),
    winnings: sum("winnings"),
    net: sum("revenue") - sum("winnings"),
    orders: sum("orders"),
  });
}

async function readLedger() {
  const { rows } = await sql<Sums & { house_id: number; date: string }>`
    select
      d.house_id, d.play_date as date,
      coalesce(-sum(l.amount_paise) filter (where l.kind in ('play', 'refund')), 0)::bigint
        as revenue,
      coalesce(sum(l.amount_paise) filter (where l.kind in ('win', 'reversal')), 0)::bigint
        as winnings,
      count(*) filter (where l.kind = 'play') - count(*) filter (where l.kind = 'refund') as orders
    from ledger l
    join draws d on d.id = l.draw_id
    group by d.house_id, d.play_date
  `.execute(app.db);
  return rows;
}

/** Orders on today and tomorrow, some cancelled; numbers, some taken back and entered anew. */
async function playDay(
  random: Random,
  admin: Player,
  players: readonly Player[],
  houses: readonly TestHouse[],
  day: string,
): Promise<void> {
  await setClock(app.db, at("13:00", day));
  for (let count = 0; count < 30; count += 1) {
    const player = players[random.below(players.length)];
    const house = houses[random.below(houses.length)];
    if (!player || !house) throw new Error("there are players and houses");
    const play_date = random.chance(0.2) ? addDays(day, 1) : day;
    const plays = Array.from({ length: 1 + random.below(3) }, () => aPlay(random));
    // A wallet that took back a win, or had no luck, may hold too little.
    const { answer } = await outcomeOf(place(app, player, house, plays, { play_date }));
    if (answer && random.chance(0.2)) await cancel(app, player, answer);
  }
  await setClock(app.db, at("21:00", day));
  for (const house of houses) {
    const numbers = { first_round: random.below(100), second_round: random.below(100) };
    const id = await publish(app, admin, house, numbers, day);
    if (!random.chance(0.3)) continue;
    await voidResult(app.db, id, "wrong house");
    if (random.chance(0.5)) await publish(app, admin, house, { first_round: 7 }, day);
  }
}

function aPlay(random: Random): PlayLine {
  const amount = 10 + random.below(90);
  const round = random.oneOf(ROUNDS);
  const number = random.below(10);
  const some = [
    play.direct(number, amount, round),
    play.house(number, amount, round),
    play.ending(number, amount, round),
    play.forecast(number, random.below(100), amount),
  ] as const;
  return random.oneOf(some);
}
