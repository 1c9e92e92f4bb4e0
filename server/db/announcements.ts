import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { sql } from "kysely";
import type { Tx } from "./database.ts";
import type { Listener } from "./listener.ts";

/** Says things to every process of this database, and knows when all of them have acted on one. */
export interface Announcements {
  prepare(text: string): Announcement;
}

interface Announcement {
  /** Said when the transaction commits. */
  say: (tx: Tx) => Promise<void>;
  /** After that: waits until every process has acted on it, or, too late, answers false. */
  isHeardByAll(): Promise<boolean>;
  /** To be called in the end, whatever happened. */
  forget(): void;
}

/** A process that does not answer for so long has lost its connection, or is about to notice. */
const LONGEST_WAIT_MS = 2_000;
/** Processes are counted again now and then, because some may have gone. */
const COUNT_AGAIN_MS = 100;

/** Announcements on a channel; every process, this one too, acts on them and says so. */
export function createAnnouncements(
  listener: Listener,
  channel: string,
  act: (text: string) => void,
): Announcements {
  const answers = new Map<string, Set<number>>();
  const answered = new EventEmitter();

  listener.hear(channel, (payload) => {
    const [id = "", text = ""] = payload.split(" ", 2);
    act(text);
    listener.say(`${channel}_heard`, id);
  });
  listener.hear(`${channel}_heard`, (id, from) => {
    answers.get(id)?.add(from);
    answered.emit(id);
  });

  const isHeardByAll = async (id: string): Promise<boolean> => {
    const too_late = performance.now() + LONGEST_WAIT_MS;
    while (listener.stretch !== undefined && performance.now() < too_late) {
      // What was said stands: whoever cannot be counted now may be in a moment.
      const peers = await listener.listPeers().catch(() => undefined);
      if (peers?.every((peer) => answers.get(id)?.has(peer))) return true;
      const signal = AbortSignal.timeout(COUNT_AGAIN_MS);
      await once(answered, id, { signal }).catch(() => undefined);
    }
    return false;
  };

  return {
    prepare(text) {
      const id = randomUUID();
      answers.set(id, new Set());
      return {
        say: async (tx) => {
          await sql`select pg_notify(${channel}, ${`${id} ${text}`})`.execute(tx);
        },
        isHeardByAll: () => isHeardByAll(id),
        forget: () => void answers.delete(id),
      };
    },
  };
}
