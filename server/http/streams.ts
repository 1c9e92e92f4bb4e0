import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import { Refusal } from "../refusal.ts";
import { openStream, type Stream } from "./stream.ts";

/** The open server-sent event streams of this process. */
export interface Streams<E extends StreamEvent> {
  /** The ids of the users who have a stream. */
  users(): number[];
  has(user_id: number): boolean;
  sendTo(user_id: number, ...events: E[]): void;
  /** Resolves when it was sent on all streams; other requests are served in between. */
  sendToAll(event: E): Promise<void>;
  /** Sets the heartbeat, which is a comment until then. */
  setHeartbeat(event: E): void;
  /** Ends the user's streams whose session is no longer valid. */
  check(user_id: number): Promise<void>;
  /**
   * Answers a request with a stream. If the user has too many streams, the oldest is ended. Events
   * that are sent while `begin` runs follow the events that it returns. Does nothing if the client
   * has disconnected. Refuses `busy`.
   */
  serve(reply: FastifyReply, stream: NewStream): Promise<void>;
  /** Ends all streams and refuses new ones. */
  close(): void;
}

export interface StreamEvent {
  event: string;
  data: object;
}

interface NewStream {
  user_id: number;
  begin: () => Promise<StreamEvent[]>;
  /** Whether the stream's session is still valid; called at every heartbeat. */
  mayGoOn: () => Promise<boolean>;
}

const LIMITS = {
  /** Proxies and phone networks drop connections that are idle for about a minute. */
  heartbeat_ms: 20_000,
  /** How much a client may leave unread in this process. */
  unsent_bytes: 64 * 1024,
  streams_of_a_user: 8,
  streams: 10_000,
  /** How many get an event in one turn of the event loop: about 5 ms. */
  streams_in_a_turn: 200,
};

export function createStreams<E extends StreamEvent>(
  changes: Partial<typeof LIMITS> = {},
): Streams<E> {
  const limits = { ...LIMITS, ...changes };
  const by_user = new Map<number, Set<Stream>>();
  let count = 0;
  let is_closing = false;
  let heartbeat = ":\n\n";

  const all = () => [...by_user.values()].flatMap((own) => [...own]);

  const open = ({ raw }: FastifyReply, { user_id, mayGoOn }: NewStream): Stream => {
    if (is_closing || count >= limits.streams) throw new Refusal("busy");
    const own = by_user.get(user_id) ?? new Set();
    if (own.size >= limits.streams_of_a_user) endOldest(own);
    const stream = openStream(raw, { ...limits, heartbeat: () => heartbeat, mayGoOn });
    by_user.set(user_id, own.add(stream));
    count += 1;
    raw.once("close", () => {
      count -= 1;
      own.delete(stream);
      if (own.size === 0 && by_user.get(user_id) === own) by_user.delete(user_id);
    });
    return stream;
  };

  return {
    users: () => [...by_user.keys()],
    has: (user_id) => by_user.has(user_id),
    sendTo(user_id, ...events) {
      const own = by_user.get(user_id);
      if (!own) return;
      const text = framesOf(events);
      for (const stream of own) stream.write(text);
    },
    async sendToAll(event) {
      const text = framesOf([event]);
      for (const [index, stream] of all().entries()) {
        if (index > 0 && index % limits.streams_in_a_turn === 0) await nextTurn();
        stream.write(text);
      }
    },
    setHeartbeat(event) {
      heartbeat = framesOf([event]);
    },
    async check(user_id) {
      await Promise.all([...(by_user.get(user_id) ?? [])].map((stream) => stream.check()));
    },
    async serve(reply, wanted) {
      // The "close" event has already fired, so the stream would never be removed.
      if (reply.raw.destroyed) return void reply.hijack();
      const stream = open(reply, wanted);
      try {
        stream.begin(reply, retryField() + framesOf(await wanted.begin()));
      } catch (error) {
        stream.end();
        throw error;
      }
    },
    close() {
      is_closing = true;
      for (const stream of all()) stream.end();
    },
  };
}

/** Ends the oldest stream and delays its reconnection, which would end the next stream. */
function endOldest(own: Set<Stream>): void {
  const [oldest] = own;
  if (!oldest) return;
  own.delete(oldest);
  oldest.write("retry: 60000\n\n");
  oldest.end();
}

/** The delay before the client reconnects; random, so that clients do not all return at once. */
const retryField = (): string => `retry: ${2_000 + Math.round(Math.random() * 3_000)}\n\n`;

const framesOf = (events: StreamEvent[]): string =>
  events.map(({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join("");
