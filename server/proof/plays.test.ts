import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { NewOrder, type OrderNumbers, type PlayLine } from "../../contract/orders/schemas.ts";
import { getOrder } from "../orders/service.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, TODAY } from "../testing/game.ts";
import { aHouse, aPlayer, setClock } from "../testing/makers.ts";
import { IS_LONG, seedOfRun } from "../testing/seed.ts";
import { aPlay, selectionOf } from "./arbitraries.ts";
import { RATES, totalOf } from "./oracle.ts";
import { place } from "./scene.ts";

const seed = seedOfRun();
const app = useApp();

afterEach(() => expectBooksToBalance(app.db));

test(`an order shows its plays, with plays on one selection added up (SEED=${seed})`, async () => {
  await setClock(app.db, at("13:00"));
  const house = await aHouse(app.db);
  const orders = fc.sample(fc.array(aPlay, { minLength: 1, maxLength: 60 }), {
    seed,
    numRuns: IS_LONG ? 20_000 : 200,
  });
  for (const plays of orders) {
    const player = await aPlayer(app.db, { balance: 50_000 });
    const sent = z.parse(NewOrder, { house_id: house.id, play_date: TODAY, plays });
    const { wallet_balance, ...order } = await place(app, player, house, sent.plays);
    expect(order.total_amount).toBe(totalOf(plays));
    expect(wallet_balance).toBe(50_000 - totalOf(plays));
    expect(order.numbers).toEqual(numbersOf(plays));
    expect(await getOrder(app.context, player.id, order.id)).toEqual(order);
  }
});

/** The expected plays by selection, in the order of their first appearance. */
function numbersOf(plays: readonly PlayLine[]): OrderNumbers {
  const numbers: OrderNumbers = { direct: [], house: [], ending: [], forecast: [] };
  const stakes = new Map<string, number>();
  for (const play of plays) {
    const selection = JSON.stringify(selectionOf(play));
    stakes.set(selection, (stakes.get(selection) ?? 0) + play.amount);
  }
  const seen = new Set<string>();
  for (const play of plays) {
    const selection = JSON.stringify(selectionOf(play));
    if (seen.has(selection)) continue;
    seen.add(selection);
    const settled = { amount: stakes.get(selection) ?? 0, rate: RATES[play.type], won: null };
    if (play.type === "forecast") {
      const { forecast_fr: first, forecast_sr: second } = play;
      numbers.forecast.push({ first, second, round: "both", ...settled });
    } else {
      numbers[play.type].push({ number: play.number, round: play.round, ...settled });
    }
  }
  return numbers;
}
