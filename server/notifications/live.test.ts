import { EventEmitter, once } from "node:events";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { transaction } from "../db/transaction.ts";
import { appOn, useApp } from "../testing/app.ts";
import { at, gameOf, TODAY } from "../testing/game.ts";
import { cutListeners } from "../testing/listening.ts";
import { aPlayer, setClock } from "../testing/makers.ts";
import type { EventStream } from "../testing/event-stream.ts";
import { useStreams } from "../testing/streams.ts";
import { notify } from "./service.ts";

const app = useApp();
const second_process = appOn(app);
const { openStream, eventsOf } = useStreams(app, second_process);

const broadcast = (id: number, subject_id: number, message: string) =>
  transaction(app.db, (tx) => notify(tx, [id], "broadcast", subject_id, { message }));

test("a stream gets no older notification about another thing with the same id", async () => {
  const { id, token } = await gameOf(app).aPlayerWith(0);
  const refunded = { order_id: 3, house_name: "House", date: TODAY, amount_paise: 1, reason: "-" };
  await transaction(app.db, (tx) => notify(tx, [id], "order_voided", 3, refunded));
  const stream = await openStream(app, token);
  await broadcast(id, 3, "To all");
  expect(await eventsOf(stream)).toMatchObject([
    { data: { unread: 2, notification: { kind: "broadcast" } } },
  ]);
});

test("streams get `missed` when the read for an event fails", async () => {
  const console_error = vi.spyOn(console, "error").mockReturnValue();
  const { id, token } = await gameOf(app).aPlayerWith(0);
  await broadcast(id, 1, "Read this");
  const stream = await openStream(app, token);
  const failure = new Error("the database is away");
  vi.spyOn(app.context.unread, "push").mockRejectedValueOnce(failure);
  await app.ask("POST /notifications/read", { as: token, body: { up_to: 1_000_000 } });
  expect(await eventsOf(stream)).toEqual([{ event: "missed", data: {} }]);
  expect(console_error).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining("an event was not passed on"),
  );
});

test("after the listener was disconnected, streams get `missed` and then new events", async () => {
  const { id, token } = await gameOf(app).aPlayerWith(0);
  const streams = [await openStream(app, token), await openStream(second_process, token)];
  await cutListeners(app.db);
  for (const stream of streams) {
    await stream.until(({ events }) => events.some(({ event }) => event === "missed"));
  }
  await broadcast(id, 4, "heard again");
  for (const stream of streams) {
    expect(await eventsOf(stream)).toMatchObject([
      { event: "missed", data: {} },
      { event: "notification", data: { notification: { params: { message: "heard again" } } } },
    ]);
  }
});

test("streams of more players than one statement reads for all get a message", async () => {
  const players = await Promise.all(Array.from({ length: 501 }, () => aPlayer(app.db)));
  await sql`
    insert into sessions (user_id, token_hash, expires_at)
    select
      id, sha256(convert_to('a-session-of-player-' || id, 'UTF8')),
      clock_now() + interval '1 day'
    from users
  `.execute(app.db);
  const ids = players.map(({ id }) => id);
  const streams = await Promise.all(ids.map((id) => openStream(app, `a-session-of-player-${id}`)));
  await transaction(app.db, (tx) => notify(tx, ids, "broadcast", 1, { message: "To all" }));
  const isTold = ({ events }: EventStream) => JSON.stringify(events).includes("To all");
  await Promise.all(streams.map((stream) => stream.until(isTold)));
  expect(streams.filter(isTold)).toHaveLength(501);
});

test("heartbeats carry an instant where no other process serves", async () => {
  await setClock(app.db, at("13:00"));
  const { id, token } = await gameOf(app).aPlayerWith(0);
  const { listener, streams } = app.context;
  const set = vi.spyOn(streams, "setHeartbeat");
  const pings = new EventEmitter();
  listener.onCaughtUp(() => pings.emit("ping"));
  const stream = await openStream(app, token);
  // At the second one it is known what was decided at the first.
  await once(pings, "ping");
  await once(pings, "ping");
  expect(set).not.toHaveBeenCalled();

  await second_process.context.listener.close();
  while (set.mock.calls.length === 0) await once(pings, "ping");
  const told = set.mock.calls[0]?.[0];
  expect(told?.event).toBe("heartbeat");
  expect(Date.parse(Object(told?.data).at)).toBe(Date.parse(at("13:00")));
  // The other process may have placed orders of theirs.
  await broadcast(id, 5, "After that");
  expect((await eventsOf(stream))[0]).toEqual({ event: "missed", data: {} });
});
