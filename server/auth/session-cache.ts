import type { FastifyBaseLogger } from "fastify";
import { createAnnouncements } from "../db/announcements.ts";
import type { Db, Tx } from "../db/database.ts";
import { createLane, type Lane } from "../db/lane.ts";
import type { Listener } from "../db/listener.ts";
import { createReadLane } from "../db/read-lane.ts";
import { transaction } from "../db/transaction.ts";
import type { SessionUser } from "../http/access.ts";
import { findSessions, hashToken, listAddresses, markSeen } from "../users/service.ts";

/**
 * Finds the user of a token without a query for most requests. Sessions end on all server processes
 * at once: the process that ends them sends a NOTIFY and waits until every process has confirmed
 * that it has dropped its copies. While its listener is disconnected, a process queries every time.
 */
export interface SessionCache {
  /** The user whose valid session has this token; synchronous while the session is cached. */
  find(token: string): SessionUser | undefined | Promise<SessionUser | undefined>;
  /**
   * Runs the work, which ends sessions of a user, in a transaction. When it resolves, every process
   * has dropped the user's sessions from its cache.
   */
  ending<T>(user_id: number, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Subscribes to users whose sessions have ended, on this process or any other. */
  whenEnding(listener: (user_id: number) => void): void;
  /** The addresses from which the valid sessions of the account with this phone were opened. */
  listAddresses(phone: string): Promise<string[]>;
}

const CHANNEL = "sessions_ended";

/**
 * A copy is used no longer than this, even when no session end has arrived: a row that an operator
 * changes by hand sends none.
 */
const MAX_AGE_MS = 300_000;
const MAX_COPIES = 50_000;
const MAX_SIGHTINGS = 1_000;
const MAX_QUEUED_SIGHTINGS = 20_000;

interface Copy {
  user: SessionUser;
  /** On the monotonic clock of the process (`performance.now()`). */
  expires_at_ms: number;
  epoch: number;
}

export function createSessionCache(
  db: Db,
  listener: Listener,
  log: FastifyBaseLogger,
): SessionCache {
  const copies = createCopies(listener);
  const reads = createReads(db, log);
  const listeners: ((user_id: number) => void)[] = [];
  const ends = createAnnouncements(listener, CHANNEL, (text) => {
    copies.forget(Number(text));
    for (const notify of listeners) notify(Number(text));
  });

  const read = async (token: string): Promise<SessionUser | undefined> => {
    const keep = copies.prepare(token);
    const owner = await reads.push(hashToken(token));
    if (!owner) return undefined;
    const user = { id: owner.user_id, role: owner.role, session_id: owner.session_id };
    keep(user, owner.seconds_left);
    return user;
  };

  return {
    find: (token) => copies.find(token) ?? read(token),

    async ending(user_id, work) {
      const end = ends.prepare(String(user_id));
      try {
        const result = await transaction(db, async (tx) => {
          const result = await work(tx);
          await end.send(tx);
          return result;
        });
        copies.forget(user_id);
        if (!(await end.isHeardByAll())) {
          log.warn({ user_id }, "a process did not answer that it has forgotten ended sessions");
        }
        return result;
      } finally {
        end.forget();
      }
    },

    whenEnding: (notify) => void listeners.push(notify),
    listAddresses: (phone) => listAddresses(db, phone),
  };
}

/** This process's copies of sessions that were valid when they were read, by token. */
function createCopies(listener: Listener) {
  const copies = new Map<string, Copy>();
  let ends_received = 0;
  return {
    find(token: string): SessionUser | undefined {
      const copy = copies.get(token);
      if (!copy) return undefined;
      const is_fresh = copy.expires_at_ms > performance.now();
      if (is_fresh && copy.epoch === listener.epoch) return copy.user;
      copies.delete(token);
      return undefined;
    },

    /** Call before reading a session; the returned function stores the session that was read. */
    prepare(token: string) {
      const { epoch } = listener;
      const received_before = ends_received;
      return (user: SessionUser, seconds_left: number): void => {
        // A session end that arrived during the read may concern this session: do not cache it.
        const may_be_stale = ends_received !== received_before || epoch !== listener.epoch;
        if (epoch === undefined || may_be_stale) return;
        const oldest = copies.size >= MAX_COPIES ? copies.keys().next().value : undefined;
        if (oldest !== undefined) copies.delete(oldest);
        const max_age_ms = Math.min(MAX_AGE_MS, seconds_left * 1_000);
        copies.set(token, { user, expires_at_ms: performance.now() + max_age_ms, epoch });
      };
    },

    forget(user_id: number): void {
      ends_received += 1;
      for (const [token, { user }] of copies) if (user.id === user_id) copies.delete(token);
    },
  };
}

type SessionOwner = Awaited<ReturnType<typeof findSessions>>[number];

/** Batches reads of sessions into one statement. */
function createReads(db: Db, log: FastifyBaseLogger): Lane<string, SessionOwner | null> {
  const sightings = createSightings(db, log);
  return createReadLane({
    async list(keys: string[]) {
      const owners = await findSessions(db, keys);
      for (const { session_id, is_seen } of owners) {
        if (!is_seen && !sightings.is_full) void sightings.push(session_id);
      }
      return owners;
    },
    keyOf: ({ token_hash }) => token_hash,
    answerOf: (owner) => owner ?? null,
  });
}

/**
 * Writes when sessions were last seen, in batches. No request waits for it: when everybody returns
 * at once, a commit between finding a session and serving it would cost more than the request.
 */
const createSightings = (db: Db, log: FastifyBaseLogger): Lane<number, number> =>
  createLane({
    max_batch: MAX_SIGHTINGS,
    max_queued: MAX_QUEUED_SIGHTINGS,
    async send(session_ids) {
      await markSeen(db, session_ids).catch((error: unknown) => {
        log.warn({ err: error }, "could not write when sessions were last seen");
      });
      return session_ids;
    },
  });
