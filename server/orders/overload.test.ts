import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { transaction } from "../db/transaction.ts";
import { Refusal } from "../refusal.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { anOrder, at, gameOf, play, TODAY } from "../testing/game.ts";
import { aHouse, aPlayer, type Player, setClock } from "../testing/makers.ts";
import { untilWaiting } from "../testing/waiting.ts";

const app = useApp();
const game = gameOf(app);

beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

test("while the queue is full, orders are refused before their body is read", async () => {
  const [house, player] = await Promise.all([aHouse(app.db), aPlayer(app.db, { balance: 100 })]);
  const token = await app.signIn(player);
  await game.place(token, house.id, [play.direct(45, 10)]);
  const order = { body: { house_id: house.id, play_date: TODAY, plays: [] } };
  const queue = await aFullQueue(house.id);

  const answer = await app.call("POST /orders/play", { as: token, ...order });
  expect(answer).toMatchObject({ status: 503, body: { code: "busy" } });
  expect(answer.headers["retry-after"]).toMatch(/^\d+$/);
  expect(await app.refused("POST /orders/play", order)).toMatchObject({ code: "session_required" });

  await queue.letGo();
  expect(await app.refused("POST /orders/play", { as: token, ...order })).toMatchObject({
    code: "no_plays",
  });
  await game.place(token, house.id, [play.direct(45, 10)]);
  expect(await game.balance(token)).toBe(80);
});

test("one player's orders leave the queue to others", async () => {
  const [house, one, other] = await Promise.all([
    aHouse(app.db),
    aPlayer(app.db, { balance: 1_000 }),
    aPlayer(app.db, { balance: 100 }),
  ]);
  const token = await app.signIn(other);
  await game.place(token, house.id, [play.direct(45, 10)]);
  const push = (player: Player) => app.context.placing.push(anOrder(house.id, player.id));

  const [outcomes] = await transaction(app.db, async (tx) => {
    await sql`select from draws where house_id = ${house.id} for update`.execute(tx);
    const in_flight = push(other);
    await untilWaiting(app.db, 1);
    const waiting = Array.from({ length: 60 }, () => push(one));
    // In a list, because the transaction would wait for a promise.
    return [Promise.allSettled([in_flight, ...waiting, push(other)])];
  });

  const accepted = {
    status: "fulfilled",
    value: expect.objectContaining({ outcome: "accepted" }),
  };
  const refused = { status: "rejected", reason: new Refusal("busy") };
  expect(await outcomes).toEqual([
    accepted,
    ...Array(50).fill(accepted),
    ...Array(10).fill(refused),
    accepted,
  ]);
});

/** Fills the queue with orders of users without wallets, behind a batch that waits for a draw. */
async function aFullQueue(house_id: number) {
  const lane = app.context.placing;
  const pushed: Promise<unknown>[] = [];
  const push = () => pushed.push(lane.push(anOrder(house_id, 1_000_000_000 + pushed.length)));
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const holding = transaction(app.db, async (tx) => {
    await sql`select from draws where house_id = ${house_id} for update`.execute(tx);
    push();
    await untilWaiting(app.db, 1);
    while (!lane.is_full) push();
    await gate;
  });
  // The queue is full once the transaction has reached the gate.
  while (!lane.is_full) await untilWaiting(app.db, 1);
  return {
    async letGo() {
      letGo();
      await Promise.allSettled([holding, ...pushed]);
    },
  };
}
