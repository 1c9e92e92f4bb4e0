import type { FastifyBaseLogger } from "fastify";
import { createAnnouncements } from "../db/announcements.ts";
import type { Db, Tx } from "../db/database.ts";
import type { Lane } from "../db/lane.ts";
import type { Listener } from "../db/listener.ts";
import { createReadLane } from "../db/read-lane.ts";
import { transaction } from "../db/transaction.ts";
import type { SessionUser } from "../http/access.ts";
import { findSessions, hashToken, listAddresses } from "../users/service.ts";

/**
 * Who a token belongs to, without a query for most requests. Sessions end at once on every server
 * process: whoever ends them says so with NOTIFY and waits until every process has answered that
 * it has forgotten them. While a process does not hear, it asks the database every time.
 */
export interface SessionCache {
  /** The caller whose valid session has this token; at once, while a copy of it is kept. */
  find(token: string): SessionUser | undefined | Promise<SessionUser | undefined>;
  /**
   * Runs the work, which ends sessions of a user, in a transaction. When it answers, every
   * process has forgotten the user's sessions.
   */
  ending<T>(user_id: number, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Calls back with every user of whom sessions have ended, by whatever process. */
  whenEnding(act: (user_id: number) => void): void;
  /** From where the sessions of the account with this phone were opened. */
  listAddresses(phone: string): Promise<string[]>;
}

const CHANNEL = "sessions_ended";

/** A copy is used no longer than this, however quiet its session is. */
const KEEP_MS = 60_000;
const MOST_KEPT = 50_000;

interface Kept {
  user: SessionUser;
  /** On the process's own steady clock. */
  until: number;
  stretch: number;
}

export function createSessionCache(
  db: Db,
  listener: Listener,
  log: FastifyBaseLogger,
): SessionCache {
  const copies = createCopies(listener);
  const reads = createReads(db);
  const watchers: ((user_id: number) => void)[] = [];
  const ends = createAnnouncements(listener, CHANNEL, (text) => {
    copies.forget(Number(text));
    for (const act of watchers) act(Number(text));
  });

  const read = async (key: string): Promise<SessionUser | undefined> => {
    const keep = copies.prepare(key);
    const owner = await reads.push(key);
    if (!owner) return undefined;
    const user = { id: owner.user_id, role: owner.role, session_id: owner.session_id };
    keep(user, owner.seconds_left);
    return user;
  };

  return {
    find(token) {
      const key = hashToken(token);
      return copies.find(key) ?? read(key);
    },

    async ending(user_id, work) {
      const end = ends.prepare(String(user_id));
      try {
        const answer = await transaction(db, async (tx) => {
          const done = await work(tx);
          await end.say(tx);
          return done;
        });
        copies.forget(user_id);
        if (!(await end.isHeardByAll())) {
          log.warn({ user_id }, "a process did not answer that it has forgotten ended sessions");
        }
        return answer;
      } finally {
        end.forget();
      }
    },

    whenEnding: (act) => void watchers.push(act),
    listAddresses: (phone) => listAddresses(db, phone),
  };
}

/** The copies of this process, of sessions that were valid when they were read. */
function createCopies(listener: Listener) {
  const kept = new Map<string, Kept>();
  let ends = 0;
  return {
    find(key: string): SessionUser | undefined {
      const copy = kept.get(key);
      if (!copy) return undefined;
      if (copy.stretch === listener.stretch && copy.until > performance.now()) return copy.user;
      kept.delete(key);
      return undefined;
    },

    /** To be called before a session is read; answers how to keep what was read. */
    prepare(key: string) {
      const { stretch } = listener;
      const ends_before = ends;
      return (user: SessionUser, seconds_left: number): void => {
        // What was read before an end that has been heard meanwhile may be over.
        const may_be_over = ends !== ends_before || stretch !== listener.stretch;
        if (stretch === undefined || may_be_over) return;
        const oldest = kept.size >= MOST_KEPT ? kept.keys().next().value : undefined;
        if (oldest !== undefined) kept.delete(oldest);
        const keep_ms = Math.min(KEEP_MS, seconds_left * 1_000);
        kept.set(key, { user, until: performance.now() + keep_ms, stretch });
      };
    },

    forget(user_id: number): void {
      ends += 1;
      for (const [key, { user }] of kept) if (user.id === user_id) kept.delete(key);
    },
  };
}

type SessionOwner = Awaited<ReturnType<typeof findSessions>>[number];

/** Gathers reads of sessions into one statement. */
const createReads = (db: Db): Lane<string, SessionOwner | null> =>
  createReadLane({
    list: (keys: string[]) => findSessions(db, keys),
    keyOf: ({ token_hash }) => token_hash,
    answerOf: (owner) => owner ?? null,
  });
