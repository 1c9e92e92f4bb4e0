import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { Refusal } from "../refusal.ts";
import { type EventStream, openEventStream } from "../testing/event-stream.ts";
import { answerErrors } from "./errors.ts";
import { createStreams } from "./streams.ts";

interface News {
  event: "news";
  data: { text: string };
}
const news = (text: string): News => ({ event: "news", data: { text } });

const apps: FastifyInstance[] = [];
const readers: EventStream[] = [];
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.leave();
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

type Limits = Parameters<typeof createStreams>[0];

/** A server that takes the user from the URL, with control over its streams. */
async function aServer(limits: Limits = {}) {
  const streams = createStreams<News>(limits);
  const server = {
    streams,
    url: "",
    may_go_on: async () => true,
    begin: async (): Promise<News[]> => [],
    /** Runs before the stream of a request is opened. */
    admit: async (_response: ServerResponse): Promise<unknown> => undefined,
    open: async (user_id: number) => {
      const reader = await openEventStream(`${server.url}/${user_id}`);
      readers.push(reader);
      return reader;
    },
    close: () => app.close(),
  };
  const app = Fastify();
  answerErrors(app);
  app.get<{ Params: { user_id: string } }>("/:user_id", async (request, reply) => {
    await server.admit(reply.raw);
    await streams.serve(reply, {
      user_id: Number(request.params.user_id),
      begin: () => server.begin(),
      mayGoOn: () => server.may_go_on(),
    });
    return reply;
  });
  app.addHook("preClose", async () => streams.close());
  apps.push(app);
  server.url = await app.listen({ port: 0, host: "127.0.0.1" });
  return server;
}

const textsOf = ({ events }: EventStream) => events.map(({ data }) => Object(data).text);
const has = (count: number) => (reader: EventStream) => reader.events.length >= count;

describe("a stream", () => {
  it("is sent as server-sent events that proxies must not cache, compress or buffer", async () => {
    const { open } = await aServer();
    const reader = await open(1);
    await reader.until(({ retry_ms }) => retry_ms !== undefined);
    const { status, headers, retry_ms } = reader;
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
      connection: "close",
    });
    expect(headers).not.toHaveProperty("content-encoding");
    expect(retry_ms).toBeGreaterThanOrEqual(2_000);
    expect(retry_ms).toBeLessThanOrEqual(5_000);
  });

  it("carries the events to its user and to all users in order", async () => {
    const { streams, open } = await aServer();
    const [one, same, other] = await Promise.all([open(1), open(1), open(2)]);
    streams.sendTo(1, news("first"), news("second\nin two lines"));
    await streams.sendToAll(news("last"));
    await Promise.all([one.until(has(3)), same.until(has(3)), other.until(has(1))]);
    expect(textsOf(one)).toEqual(["first", "second\nin two lines", "last"]);
    expect(textsOf(same)).toEqual(textsOf(one));
    expect(textsOf(other)).toEqual(["last"]);
  });

  it("that gets an event with many others does not delay other requests", async () => {
    const { streams, open } = await aServer({ streams_in_a_turn: 2 });
    const readers = await Promise.all([1, 2, 3, 4, 5].map(open));
    const order: string[] = [];
    const sending = streams.sendToAll(news("to all")).then(() => order.push("sent"));
    setImmediate(() => order.push("a request"));
    await sending;
    expect(order).toEqual(["a request", "sent"]);
    await Promise.all(readers.map((reader) => reader.until(has(1))));
  });

  it("begins with its handler's events, before those sent meanwhile", async () => {
    const server = await aServer();
    let begin: (events: News[]) => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      server.begin = () => {
        resolve();
        return new Promise((answer) => (begin = answer));
      };
    });
    const opening = server.open(1);
    await asked;
    server.streams.sendTo(1, news("sent meanwhile"));
    begin([news("the beginning")]);
    const reader = await opening;
    await reader.until(has(2));
    expect(textsOf(reader)).toEqual(["the beginning", "sent meanwhile"]);
  });

  it("that cannot begin is refused and removed", async () => {
    const server = await aServer();
    server.begin = async () => {
      throw new Refusal("busy");
    };
    const { status, headers } = await server.open(1);
    expect(status).toBe(503);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    while (server.streams.has(1)) await nextTurn();
  });

  it("is removed when its client disconnects", async () => {
    const { streams, open } = await aServer();
    const [first, second] = [await open(1), await open(1)];
    expect(streams.users()).toEqual([1]);
    first.leave();
    second.leave();
    while (streams.has(1)) await nextTurn();
    expect(streams.users()).toEqual([]);
  });

  it("does not begin when its client has already disconnected", async () => {
    const server = await aServer();
    const left = new Promise<void>((resolve) => {
      server.admit = (response) => once(response, "close").then(() => setImmediate(resolve));
    });
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    socket.end("GET /1 HTTP/1.1\r\nhost: localhost\r\n\r\n", () => socket.destroy());
    await left;
    expect(server.streams.users()).toEqual([]);
  });

  it("sends heartbeats: comments, or an event", async () => {
    const { open, streams } = await aServer({ heartbeat_ms: 5 });
    const reader = await open(1);
    await reader.until(({ heartbeats }) => heartbeats >= 3);
    expect(reader.events).toEqual([]);
    streams.setHeartbeat(news("all of it"));
    await reader.until(has(2));
    expect(textsOf(reader)).toEqual(expect.arrayContaining(["all of it", "all of it"]));
  });

  it("ends at a heartbeat if its session is over, and stays open if the check fails", async () => {
    const server = await aServer({ heartbeat_ms: 5 });
    const reader = await server.open(1);
    let asked = 0;
    server.may_go_on = async () => {
      asked += 1;
      throw new Error("the database is away");
    };
    await reader.until(() => asked >= 3);
    expect(server.streams.has(1)).toBe(true);
    server.may_go_on = async () => false;
    await reader.untilOver();
  });

  it("ends on a check when its session is over; other users' streams stay open", async () => {
    const server = await aServer();
    const [one, other] = [await server.open(1), await server.open(2)];
    server.may_go_on = async () => false;
    await server.streams.check(1);
    await one.untilOver();
    await server.streams.sendToAll(news("still here"));
    await other.until(has(1));
    expect(textsOf(one)).toEqual([]);
  });
});

const MORE_THAN_BUFFERS_HOLD = "x".repeat(20_000_000);

/** A client of user 1 that reads the beginning of its stream and then nothing more. */
async function aDeafClient(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write("GET /1 HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await once(socket, "readable");
  return socket;
}

describe("too much", () => {
  it("many streams of one user end the oldest, whose reconnection is delayed", async () => {
    const { streams, open } = await aServer({ streams_of_a_user: 2 });
    const [oldest, second] = [await open(1), await open(1)];
    const third = await open(1);
    await oldest.untilOver();
    expect(oldest.retry_ms).toBe(60_000);
    streams.sendTo(1, news("to two"));
    await Promise.all([second.until(has(1)), third.until(has(1))]);
  });

  it("many streams in all are refused, until one ends", async () => {
    const { streams, open } = await aServer({ streams: 2 });
    const [first] = [await open(1), await open(2)];
    expect((await open(3)).status).toBe(503);
    first.leave();
    while (streams.has(1)) await nextTurn();
    expect((await open(3)).status).toBe(200);
  });

  it("much unread data disconnects the client", async () => {
    const { streams, url } = await aServer();
    const socket = await aDeafClient(url);
    const text = "x".repeat(60_000);
    while (streams.has(1)) {
      streams.sendTo(1, news(text));
      await nextTurn();
    }
    expect(streams.users()).toEqual([]);
    socket.destroy();
  });

  it("unread data does not keep the connection of a stream that has ended", async () => {
    const server = await aServer({ heartbeat_ms: 5, unsent_bytes: Infinity });
    const socket = await aDeafClient(server.url);
    server.streams.sendTo(1, news(MORE_THAN_BUFFERS_HOLD));
    server.may_go_on = async () => false;
    while (server.streams.has(1)) await nextTurn();
    expect(server.streams.users()).toEqual([]);
    socket.destroy();
  });

  it("unread data of a stream that has ended does not concern its user's next ones", async () => {
    const server = await aServer({ streams_of_a_user: 1, unsent_bytes: Infinity });
    let closed: Promise<unknown> = Promise.resolve();
    server.admit = async (response) => {
      closed = once(response, "close");
      server.admit = async () => undefined;
    };
    const socket = await aDeafClient(server.url);
    server.streams.sendTo(1, news(MORE_THAN_BUFFERS_HOLD));
    (await server.open(1)).leave();
    while (server.streams.has(1)) await nextTurn();
    await server.open(1);
    socket.destroy();
    await closed;
    expect(server.streams.has(1)).toBe(true);
  });
});

describe("a server that closes", () => {
  it("ends its streams and refuses new ones", async () => {
    const server = await aServer();
    const open = await Promise.all([server.open(1), server.open(1), server.open(2)]);
    server.streams.close();
    expect((await server.open(3)).status).toBe(503);
    await Promise.all([server.close(), ...open.map((reader) => reader.untilOver())]);
    expect(server.streams.users()).toEqual([]);
  });
});
