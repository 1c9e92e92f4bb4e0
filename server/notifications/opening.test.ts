import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { addDays } from "../../contract/dates.ts";
import { clockNow } from "../db/clock.ts";
import { transaction } from "../db/transaction.ts";
import { createDefaultPaymentMethods } from "../payments/methods.ts";
import { voidResult } from "../results/void.ts";
import { tellWinners } from "../results/winners.ts";
import { useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, gameOf, play, TODAY } from "../testing/game.ts";
import { aHouse, anAdmin, aPlayer, type Player, setClock } from "../testing/makers.ts";
import { useStreams } from "../testing/streams.ts";
import { notify } from "./service.ts";

/** Whether a stream that opens says that nothing was missed. */

const app = useApp();
const game = gameOf(app);
const { openStream } = useStreams(app);

/** Each test has its own day, after those of the tests before. */
let day = TODAY;
let admin: Player;
let as_admin = "";
let player: Player & { token: string };
let stranger: Player & { token: string };
let house_id = 0;
let order_id = 0;
let payment_id = 0;

beforeAll(async () => {
  admin = await anAdmin(app.db);
  as_admin = await app.signIn(admin);
  await createDefaultPaymentMethods(app.db, "demo");
});

beforeEach(async () => {
  day = addDays(day, 1);
  await setClock(app.db, at("09:00", day));
  [player, stranger] = [await game.aPlayerWith(1_000), await game.aPlayerWith(1_000)];
  house_id = (await aHouse(app.db)).id;
  order_id = (await placeOrder()).id;
  payment_id = (await withdraw()).id;
});

afterEach(() => expectBooksToBalance(app.db));

const placeOrder = () => game.place(player.token, house_id, [play.direct(45)], { play_date: day });

const withdraw = () =>
  app.ask("POST /wallet/withdraw", {
    as: player.token,
    body: { amount: 200, account_details: { account_type: "upi", upi_id: "asha@okaxis" } },
  });

/** Publishes the number of the order, and waits until that is settled. */
async function publish() {
  const stream = await openStream(app, player.token);
  const result = await game.publish(as_admin, house_id, { first_round: 45 }, day);
  await stream.until(({ events }) => events.some(({ event }) => event === "result_settled"));
  return result;
}

const inTenMinutes = () =>
  sql`update clock set stopped_at = stopped_at + interval '10 minutes'`.execute(app.db);

/** The events of a stream for a screen that was current some seconds ago. */
async function eventsSince(token: string, seconds: number) {
  const since_ms = Date.parse(await clockNow(app.db)) - seconds * 1_000;
  const stream = await openStream(app, token, `?since=${new Date(since_ms).toISOString()}`);
  return stream.events;
}

const firstEvent = async (token: string, seconds: number): Promise<unknown> =>
  (await eventsSince(token, seconds))[0];

const NOTHING_MISSED = { event: "nothing_missed", data: {} };
const UNREAD = { event: "notification" };

/**
 * A screen that was current less than fifteen seconds after a change may lack it: it may not have
 * been committed.
 */
const AFTER_IT = 600 - 16;
const BEFORE_IT = 600 - 15;

test.each<[string, () => Promise<unknown>]>([
  ["an order", placeOrder],
  [
    "a cancellation",
    () => app.ask("POST /orders/{id}/cancel", { as: player.token, params: { id: `${order_id}` } }),
  ],
  ["a withdrawal", withdraw],
  [
    "a deposit that waits for its approval",
    () =>
      sql`
      insert into payments (user_id, kind, amount_paise) values (${player.id}, 'deposit', 50000)
    `.execute(app.db),
  ],
  [
    "a decision about a payment",
    () =>
      app.ask("POST /admin/payments/{id}/approve", {
        as: as_admin,
        params: { id: String(payment_id) },
      }),
  ],
  [
    "a message",
    () =>
      transaction(app.db, (tx) =>
        notify(tx, [player.id], "broadcast", 1_000_000, { message: "to one" }),
      ),
  ],
])("%s changes what its player alone sees", async (_, change) => {
  await setClock(app.db, at("13:00", day));
  await change();
  await inTenMinutes();
  expect(await firstEvent(player.token, AFTER_IT)).toEqual(NOTHING_MISSED);
  expect(await firstEvent(player.token, BEFORE_IT)).toMatchObject(UNREAD);
  expect(await firstEvent(stranger.token, BEFORE_IT)).toEqual(NOTHING_MISSED);
});

test.each<[string, () => Promise<unknown>]>([
  ["A result", publish],
  [
    "A result that is taken back",
    async () => {
      const { id } = await publish();
      await inTenMinutes();
      await voidResult(app.db, id, "wrong house");
    },
  ],
  [
    "A result whose settlement takes long",
    async () => {
      await publish();
      await inTenMinutes();
      await sql`
        update settlements set finished_at = clock_now() where finished_at > ${at("20:59", day)}
      `.execute(app.db);
    },
  ],
  [
    "A result whose winners are notified late",
    async () => {
      await publish();
      await inTenMinutes();
      await sql`
        update settlements set told_at = clock_now() where told_at > ${at("20:59", day)}
      `.execute(app.db);
    },
  ],
])("%s changes what everybody sees", async (_, change) => {
  await setClock(app.db, at("21:00", day));
  await change();
  await inTenMinutes();
  expect(await firstEvent(stranger.token, AFTER_IT)).toEqual(NOTHING_MISSED);
  expect(await firstEvent(stranger.token, BEFORE_IT)).toMatchObject(UNREAD);
});

test("while winners are not notified, all data may be old", async () => {
  await setClock(app.db, at("21:00", day));
  const { id } = await publish();
  await inTenMinutes();
  expect(await firstEvent(stranger.token, 0)).toEqual(NOTHING_MISSED);
  // It would notify them again.
  await app.context.sweep.stop();
  await sql`update settlements set told_at = null where result_id = ${id}`.execute(app.db);
  expect(await firstEvent(stranger.token, 0)).toMatchObject(UNREAD);
  await tellWinners(app.db);
});

test("an entered result changes nothing before it is published", async () => {
  await setClock(app.db, at("21:00", day));
  const body = { house_id, date: day, first_round: 45 };
  await app.ask("POST /results", { as: as_admin, body });
  expect(await firstEvent(stranger.token, 0)).toEqual(NOTHING_MISSED);
});

test("the unread notifications and the instant for the next stream follow", async () => {
  const newcomer = await app.signIn(await aPlayer(app.db));
  const events = await eventsSince(newcomer, 0);
  expect(events.slice(0, 3)).toEqual([
    NOTHING_MISSED,
    { event: "notification", data: { unread: 0, notification: null } },
    { event: "heartbeat", data: { at: await clockNow(app.db) } },
  ]);
});

test("an instant that is yet to come was before the clock was set back", async () => {
  expect(await firstEvent(stranger.token, -20)).toMatchObject(UNREAD);
});

test("without an instant, anything may have been missed", async () => {
  const newcomer = await app.signIn(await aPlayer(app.db));
  expect((await openStream(app, newcomer)).events[0]).toMatchObject(UNREAD);
});

test.each(["today", "2026-02-30T00:00:00Z", "2026-11-30", "5"])(
  "an instant of %s is refused",
  async (since) => {
    expect((await openStream(app, player.token, `?since=${since}`)).status).toBe(400);
  },
);
