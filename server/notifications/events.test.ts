import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { transaction } from "../db/transaction.ts";
import { createDefaultPaymentMethods } from "../payments/methods.ts";
import { holdAuditTrail } from "../proof/scene.ts";
import { voidResult } from "../results/void.ts";
import { appOn, useApp } from "../testing/app.ts";
import { expectBooksToBalance } from "../testing/books.ts";
import { at, gameOf, play, TODAY } from "../testing/game.ts";
import { actorOf, aHouse, anAdmin, aPlayer, setClock } from "../testing/makers.ts";
import { useStreams } from "../testing/streams.ts";
import { setUserActive, setUserRole } from "../users/service.ts";
import { notify } from "./service.ts";

const app = useApp();
const second_process = appOn(app);
const game = gameOf(app);
const { openStream, eventsOf } = useStreams(app, second_process);
let admin = "";

beforeAll(async () => {
  admin = await app.signIn(await anAdmin(app.db));
  await createDefaultPaymentMethods(app.db, "demo");
});
beforeEach(() => setClock(app.db, at("13:00")));
afterEach(() => expectBooksToBalance(app.db));

const evening = () => setClock(app.db, at("21:00"));

const withdrawalOf = (token: string, headers: Record<string, string> = {}) => ({
  as: token,
  headers,
  body: { amount: 200, account_details: { account_type: "upi", upi_id: "asha@okaxis" } as const },
});

const withdraw = (token: string, headers?: Record<string, string>) =>
  app.ask("POST /wallet/withdraw", withdrawalOf(token, headers));

/** Publishes numbers, and waits until their orders are settled and its winners notified. */
async function publish(house_id: number, numbers: { first_round?: number; second_round?: number }) {
  const stream = await openStream(app, admin);
  const result = await game.publish(admin, house_id, numbers);
  await stream.until(({ events }) => events.some(({ event }) => event === "result_settled"));
  return result;
}

const byAdmin = (id: number) => ({ params: { id: String(id) }, as: admin });

const unread = (count: number) => ({
  event: "notification",
  data: { unread: count, notification: null },
});

const moved = (balance: unknown, reason: string) => ({
  event: "balance_changed",
  data: { balance, reason },
});

const notified = (kind: string, params: object, count = 1) => ({
  event: "notification",
  data: {
    unread: count,
    notification: {
      id: expect.any(Number),
      kind,
      params,
      created_at: expect.any(String),
      is_read: false,
    },
  },
});

describe("an event stream", () => {
  test("requires a session", async () => {
    expect((await openStream(app, "x".repeat(43))).status).toBe(401);
  });

  test("begins with the number of unread notifications", async () => {
    const { token } = await game.aPlayerWith(0);
    const stream = await openStream(app, token);
    expect(stream.events[0]).toEqual(unread(0));
    expect(stream.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    });
  });

  test("ends on every process when its session ends; other sessions' streams go on", async () => {
    const player = await aPlayer(app.db);
    const [ended, other] = [await app.signIn(player), await app.signIn(player)];
    const of_ended = await openStream(second_process, ended);
    const of_other = await openStream(second_process, other);
    await app.ask("POST /auth/logout", { as: ended });
    await of_ended.untilOver();
    expect(await eventsOf(of_other)).toEqual([]);
  });

  test.each(["deactivated", "given another role"])("ends when its user is %s", async (what) => {
    const player = await game.aPlayerWith(0);
    const streams = [
      await openStream(app, player.token),
      await openStream(second_process, player.token),
    ];
    const actor = actorOf(await anAdmin(app.db));
    if (what === "deactivated") await setUserActive(app.context, actor, player.id, false);
    else await setUserRole(app.context, actor, player.id, "agent");
    await Promise.all(streams.map((stream) => stream.untilOver()));
    expect((await openStream(app, player.token)).status).toBe(401);
  });
});

describe("an event is sent once, to the users it concerns, on every process:", () => {
  test("a published result to all streams; a win to its winner only", async () => {
    const house = await aHouse(app.db);
    const [winner, loser, stranger] = [
      await game.aPlayerWith(100),
      await game.aPlayerWith(100),
      await game.aPlayerWith(0),
    ];
    await game.place(winner.token, house.id, [play.direct(45, 10)]);
    await game.place(winner.token, house.id, [play.house(4, 20)]);
    await game.place(loser.token, house.id, [play.direct(46, 10)]);
    await evening();
    const [here, there, of_loser, of_stranger] = await Promise.all([
      openStream(app, winner.token),
      openStream(second_process, winner.token),
      openStream(second_process, loser.token),
      openStream(app, stranger.token),
    ]);
    await publish(house.id, { first_round: 45 });
    const settled = { event: "result_settled", data: { house_id: house.id, date: TODAY } };
    const published = {
      event: "result_published",
      data: { house_id: house.id, date: TODAY, first_round: 45, second_round: null },
    };
    const win = { house_id: house.id, house_name: house.name, date: TODAY, amount: 1_000 };
    for (const stream of [here, there]) {
      expect(await eventsOf(stream)).toEqual([
        published,
        moved(1_070, "win"),
        notified("win", win),
        settled,
      ]);
    }
    expect(await eventsOf(of_loser)).toEqual([published, settled]);
    expect(await eventsOf(of_stranger)).toEqual([published, settled]);
  });

  test("a published second round together with the first, also when both are 00", async () => {
    const house = await aHouse(app.db);
    const { token } = await game.aPlayerWith(0);
    await evening();
    await publish(house.id, { first_round: 0 });
    const stream = await openStream(second_process, token);
    await publish(house.id, { second_round: 0 });
    const data = { house_id: house.id, date: TODAY, first_round: 0, second_round: 0 };
    expect((await eventsOf(stream))[0]).toEqual({ event: "result_published", data });
  });

  test("a result that is taken back to all streams, with what still stands", async () => {
    const house = await aHouse(app.db);
    const [player, stranger] = [await game.aPlayerWith(100), await game.aPlayerWith(0)];
    await game.place(player.token, house.id, [play.direct(46, 10)]);
    await evening();
    await publish(house.id, { first_round: 45 });
    const { id } = await publish(house.id, { second_round: 7 });
    const [of_player, of_stranger] = [
      await openStream(second_process, player.token),
      await openStream(second_process, stranger.token),
    ];
    await voidResult(app.db, id, "wrong house");
    const data = { house_id: house.id, date: TODAY, first_round: 45, second_round: null };
    const params = {
      house_id: house.id,
      house_name: house.name,
      date: TODAY,
      reason: "wrong house",
    };
    expect(await eventsOf(of_player)).toEqual([
      { event: "result_voided", data },
      moved(90, "reversal"),
      notified("result_voided", params),
    ]);
    expect(await eventsOf(of_stranger)).toEqual([{ event: "result_voided", data }]);
  });

  test("a decided payment to its player", async () => {
    const [player, stranger] = [await game.aPlayerWith(500), await game.aPlayerWith(500)];
    const [approved, rejected] = [await withdraw(player.token), await withdraw(player.token)];
    const [of_player, of_stranger] = [
      await openStream(second_process, player.token),
      await openStream(second_process, stranger.token),
    ];
    await app.ask("POST /admin/payments/{id}/approve", byAdmin(approved.id));
    await app.ask("POST /admin/payments/{id}/reject", {
      ...byAdmin(rejected.id),
      body: { reason: "unknown UPI id" },
    });
    const of = (id: number) => ({ payment_id: id, payment_kind: "withdrawal", amount: 200 });
    expect(await eventsOf(of_player)).toEqual([
      { event: "payment_decided", data: { payment_id: approved.id, status: "approved" } },
      moved(expect.any(Number), "payment"),
      notified("payment_approved", of(approved.id), expect.any(Number)),
      { event: "payment_decided", data: { payment_id: rejected.id, status: "rejected" } },
      moved(300, "payment"),
      notified("payment_rejected", { ...of(rejected.id), reason: "unknown UPI id" }, 2),
    ]);
    expect(await eventsOf(of_stranger)).toEqual([]);
  });

  test("a decided payment only after the transaction has committed", async () => {
    const player = await game.aPlayerWith(500);
    const { id } = await withdraw(player.token);
    const stream = await openStream(second_process, player.token);
    const trail = await holdAuditTrail(app.db);
    const deciding = app.ask("POST /admin/payments/{id}/approve", byAdmin(id));
    await trail.untilWaitedForBy(deciding);
    expect(await eventsOf(stream)).toEqual([]);
    await Promise.all([trail.letGo(), deciding]);
    expect(await eventsOf(stream)).toHaveLength(3);
  });

  test("a withdrawal to the streams of its player, once for a repeated request", async () => {
    const [player, stranger] = [await game.aPlayerWith(500), await game.aPlayerWith(500)];
    const [here, there, of_stranger] = [
      await openStream(app, player.token),
      await openStream(second_process, player.token),
      await openStream(second_process, stranger.token),
    ];
    const headers = { "idempotency-key": randomUUID() };
    await withdraw(player.token, headers);
    await withdraw(player.token, headers);
    for (const stream of [here, there]) {
      expect(await eventsOf(stream)).toEqual([moved(300, "payment")]);
    }
    expect(await eventsOf(of_stranger)).toEqual([]);
  });

  test("nothing when a withdrawal is refused", async () => {
    const player = await game.aPlayerWith(199);
    const stream = await openStream(app, player.token);
    const refusal = await app.refused("POST /wallet/withdraw", withdrawalOf(player.token));
    expect(refusal.code).toBe("insufficient_balance");
    expect(await eventsOf(stream)).toEqual([]);
  });

  test("a broadcast to the accounts of its role only", async () => {
    const tokens = new Map<string, string>();
    for (const role of ["user", "agent", "admin"] as const) {
      tokens.set(role, await app.signIn(await aPlayer(app.db, { role })));
    }
    const open = (role: string) => openStream(second_process, tokens.get(role) ?? "");
    const [user, agent, an_admin] = [await open("user"), await open("agent"), await open("admin")];
    const body = { message: "No play on Sunday", target: "agent" } as const;
    await app.ask("POST /admin/broadcast", { as: admin, body });
    expect(await eventsOf(agent)).toEqual([notified("broadcast", { message: body.message })]);
    expect(await eventsOf(user)).toEqual([]);
    expect(await eventsOf(an_admin)).toEqual([]);
    await app.ask("POST /admin/broadcast", { as: admin, body: { message: "To all" } });
    for (const stream of [user, agent, an_admin]) {
      expect((await eventsOf(stream)).at(-1)).toMatchObject({
        data: { notification: { params: { message: "To all" } } },
      });
    }
  });

  test("the unread count to the streams of the user who has read some", async () => {
    const { token } = await game.aPlayerWith(0);
    const other = await game.aPlayerWith(0);
    await app.ask("POST /admin/broadcast", { as: admin, body: { message: "Read this" } });
    const { notifications } = await app.ask("GET /notifications", { as: token });
    const [own, of_other] = [
      await openStream(second_process, token),
      await openStream(second_process, other.token),
    ];
    const body = { up_to: notifications[0]?.id ?? 0 };
    // The second call changes nothing and sends no event.
    for (let n = 0; n < 2; n += 1) await app.ask("POST /notifications/read", { as: token, body });
    expect(await eventsOf(own)).toEqual([unread(0)]);
    expect(await eventsOf(of_other)).toEqual([]);
  });

  test("nothing when the transaction is rolled back", async () => {
    const { id, token } = await game.aPlayerWith(0);
    const stream = await openStream(app, token);
    const failing = transaction(app.db, async (tx) => {
      await notify(tx, [id], "broadcast", 1_000_000, { message: "never said" });
      throw new Error("the work failed");
    });
    await expect(failing).rejects.toThrow("the work failed");
    expect(await eventsOf(stream)).toEqual([]);
  });

  test("an order on the same process only, its cancellation on every one, each once", async () => {
    const house = await aHouse(app.db);
    const [player, stranger] = [await game.aPlayerWith(100), await game.aPlayerWith(100)];
    const [here, there, of_stranger] = [
      await openStream(app, player.token),
      await openStream(second_process, player.token),
      await openStream(app, stranger.token),
    ];
    const once = { key: randomUUID() };
    const { id } = await game.place(player.token, house.id, [play.direct(45, 30)], once);
    const headers = { "idempotency-key": randomUUID() };
    const cancelled = { as: player.token, params: { id: String(id) }, headers };
    // Repeated requests send no event.
    for (let n = 0; n < 2; n += 1) await app.ask("POST /orders/{id}/cancel", cancelled);
    await game.place(player.token, house.id, [play.direct(45, 30)], once);
    expect(await eventsOf(here)).toEqual([moved(70, "play"), moved(100, "refund")]);
    expect(await eventsOf(there)).toEqual([moved(100, "refund")]);
    expect(await eventsOf(of_stranger)).toEqual([]);
  });
});
