import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { sql } from "kysely";
import type { Tx } from "./database.ts";
import type { Listener } from "./listener.ts";

/** Sends messages to every process of this database and knows when all have acted on one. */
export interface Announcements {
  prepare(text: string): Announcement;
}

interface Announcement {
  /** Sends the message when the transaction commits. */
  send: (tx: Tx) => Promise<void>;
  /** After the commit: waits until every process has acted on it; false on timeout. */
  isHeardByAll(): Promise<boolean>;
  /** Frees the announcement. Must be called in the end, also after a failure. */
  forget(): void;
}

/** A process that is silent for longer has lost its connection, or is about to notice it. */
const MAX_WAIT_MS = 2_000;
/** The list of processes is read again at this interval, because a process may have stopped. */
const POLL_MS = 100;

/** Announcements on a channel. Every process, including this one, acts on and acknowledges them. */
export function createAnnouncements(
  listener: Listener,
  channel: string,
  act: (text: string) => void,
): Announcements {
  const acknowledged_by = new Map<string, Set<number>>();
  const acknowledgements = new EventEmitter();

  listener.subscribe(channel, (payload) => {
    const [id = "", text = ""] = payload.split(" ", 2);
    act(text);
    listener.notify(`${channel}_heard`, id);
  });
  listener.subscribe(`${channel}_heard`, (id, from) => {
    acknowledged_by.get(id)?.add(from);
    acknowledgements.emit(id);
  });

  const isHeardByAll = async (id: string): Promise<boolean> => {
    const deadline = performance.now() + MAX_WAIT_MS;
    while (listener.epoch !== undefined && performance.now() < deadline) {
      // The message has been sent: if the list cannot be read now, the next poll may succeed.
      const peers = await listener.listPeers().catch(() => undefined);
      if (peers?.every((peer) => acknowledged_by.get(id)?.has(peer))) return true;
      const signal = AbortSignal.timeout(POLL_MS);
      await once(acknowledgements, id, { signal }).catch(() => undefined);
    }
    return false;
  };

  return {
    prepare(text) {
      const id = randomUUID();
      acknowledged_by.set(id, new Set());
      return {
        send: async (tx) => {
          await sql`select pg_notify(${channel}, ${`${id} ${text}`})`.execute(tx);
        },
        isHeardByAll: () => isHeardByAll(id),
        forget: () => void acknowledged_by.delete(id),
      };
    },
  };
}
