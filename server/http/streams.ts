import type { FastifyReply } from "fastify";
import { Refusal } from "../refusal.ts";
import { openStream, type Stream } from "./stream.ts";

/** The streams of server-sent events that are open on this process. */
export interface Streams<E extends StreamEvent> {
  /** Who has one. */
  users(): number[];
  has(user_id: number): boolean;
  sendTo(user_id: number, ...events: E[]): void;
  sendToAll(event: E): void;
  /** Ends those of a user's streams that may not go on. */
  check(user_id: number): Promise<void>;
  /**
   * Answers a request with a stream, to which its user's oldest gives way if they have too many.
   * What is sent while `begin` reads what it begins with comes after that. A reader who has gone
   * meanwhile gets none. Refuses `busy`.
   */
  serve(reply: FastifyReply, stream: NewStream): Promise<void>;
  /** Ends them all, and takes no more. */
  close(): void;
}

export interface StreamEvent {
  event: string;
  data: object;
}

interface NewStream {
  user_id: number;
  begin: () => Promise<StreamEvent[]>;
  /** Asked now and then: whether its session is still there. */
  mayGoOn: () => Promise<boolean>;
}

const LIMITS = {
  /** Below the minute or so after which proxies and phone networks drop what is quiet. */
  heartbeat_ms: 20_000,
  /** What a reader may leave unread here. */
  unsent_bytes: 64 * 1024,
  streams_of_a_user: 8,
  streams: 10_000,
};

export function createStreams<E extends StreamEvent>(
  changes: Partial<typeof LIMITS> = {},
): Streams<E> {
  const limits = { ...LIMITS, ...changes };
  const by_user = new Map<number, Set<Stream>>();
  let count = 0;
  let is_closing = false;

  const all = () => [...by_user.values()].flatMap((own) => [...own]);

  const open = ({ raw }: FastifyReply, { user_id, mayGoOn }: NewStream): Stream => {
    if (is_closing || count >= limits.streams) throw new Refusal("busy");
    const own = by_user.get(user_id) ?? new Set();
    if (own.size >= limits.streams_of_a_user) giveWay(own);
    const stream = openStream(raw, { ...limits, mayGoOn });
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
    sendToAll(event) {
      const text = framesOf([event]);
      for (const stream of all()) stream.write(text);
    },
    async check(user_id) {
      await Promise.all([...(by_user.get(user_id) ?? [])].map((stream) => stream.check()));
    },
    async serve(reply, wanted) {
      // Its end has been told already, so that it would never be forgotten.
      if (reply.raw.destroyed) return void reply.hijack();
      const stream = open(reply, wanted);
      try {
        stream.begin(reply, comeBackLater() + framesOf(await wanted.begin()));
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

/** Ends the oldest, and tells it to stay away: coming back at once it would end the next. */
function giveWay(own: Set<Stream>): void {
  const [oldest] = own;
  if (!oldest) return;
  own.delete(oldest);
  oldest.write("retry: 60000\n\n");
  oldest.end();
}

/** After how long to come back when it breaks; spread, or all would come at once. */
const comeBackLater = (): string => `retry: ${2_000 + Math.round(Math.random() * 3_000)}\n\n`;

const framesOf = (events: StreamEvent[]): string =>
  events.map(({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join("");
