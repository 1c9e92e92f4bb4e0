import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import pino from "pino";
import { describe, expect, it, vi } from "vitest";
import { transaction } from "../db/transaction.ts";
import { useDatabase } from "../testing/database.ts";
import { cutListeners, useListeners } from "../testing/listening.ts";
import { aPlayer, setClock } from "../testing/makers.ts";
import { untilWaiting } from "../testing/waiting.ts";
import { closeSession, openSession } from "../users/service.ts";
import { createSessionCache } from "./session-cache.ts";

const database = useDatabase();
const log = pino({ level: "silent" });

const makeListener = useListeners(database);

/** The cache of one server process. */
async function aCache(to_log = log) {
  const listener = makeListener();
  const cache = createSessionCache(database.db, listener, to_log);
  await listener.start();
  return { ...cache, listener };
}

async function aSession() {
  const { id } = await aPlayer(database.db);
  const origin = { address: "10.1.2.3", user_agent: null };
  const token = await transaction(database.db, (tx) => openSession(tx, id, origin));
  if (token === undefined) throw new Error("an active player's session opens");
  return { user_id: id, token };
}

/** Deletes the session without telling the caches, so that only a cached copy still finds it. */
const removeRows = (user_id: number) =>
  sql`delete from sessions where user_id = ${user_id}`.execute(database.db);

async function lastSeen({ user_id }: { user_id: number }): Promise<string | undefined> {
  const { rows } = await sql<{ last_seen_at: string }>`
    select last_seen_at from sessions where user_id = ${user_id}
  `.execute(database.db);
  return rows[0]?.last_seen_at;
}

/** Waits for a write that nothing waits for. */
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000 });

describe("a cached session", () => {
  it("is found without a query", async () => {
    const cache = await aCache();
    const { user_id, token } = await aSession();
    const read = await cache.find(token);
    expect(read).toMatchObject({ id: user_id, role: "user" });
    await removeRows(user_id);
    expect(await cache.find(token)).toStrictEqual(read);
  });

  it("is dropped on every process when the session ends", async () => {
    const [here, there] = [await aCache(), await aCache()];
    const { user_id, token } = await aSession();
    const { session_id = 0 } = (await here.find(token)) ?? {};
    await there.find(token);
    await here.ending(user_id, (tx) => closeSession(tx, user_id, session_id));
    expect(await there.find(token)).toBeUndefined();
    expect(await here.find(token)).toBeUndefined();
  });

  it("stays when the transaction that ends the session is rolled back", async () => {
    const cache = await aCache();
    const { user_id, token } = await aSession();
    const { session_id = 0 } = (await cache.find(token)) ?? {};
    const failing = cache.ending(user_id, async (tx) => {
      await closeSession(tx, user_id, session_id);
      throw new Error("the work failed");
    });
    await expect(failing).rejects.toThrow("the work failed");
    expect(await cache.find(token)).toMatchObject({ id: user_id });
  });

  it("is not stored when a session of its user ended during the read", async () => {
    const [here, there] = [await aCache(), await aCache()];
    const { user_id, token } = await aSession();
    let found: unknown;
    await transaction(database.db, async (tx) => {
      await sql`lock table sessions in access exclusive mode`.execute(tx);
      found = there.find(token);
      await untilWaiting(database.db, 1);
      await here.ending(user_id, async () => undefined);
    });
    expect(await found).toMatchObject({ id: user_id });
    await removeRows(user_id);
    expect(await there.find(token)).toBeUndefined();
  });

  it("is not used while the process does not listen for session ends", async () => {
    const cache = await aCache();
    const { user_id, token } = await aSession();
    await cache.find(token);
    await cache.listener.close();
    expect(await cache.find(token)).toMatchObject({ id: user_id });
    await removeRows(user_id);
    expect(await cache.find(token)).toBeUndefined();
  });

  it("is not used after the listener has reconnected", async () => {
    const cache = await aCache();
    const { user_id, token } = await aSession();
    await cache.find(token);
    const before = cache.listener.epoch;
    await cutListeners(database.db);
    while (cache.listener.epoch === undefined || cache.listener.epoch === before) {
      await nextTurn();
    }
    await removeRows(user_id);
    expect(await cache.find(token)).toBeUndefined();
  });

  it.each([
    ["for five minutes", "2026-11-20T07:30:00Z", 300_000],
    ["until the session expires, when that is sooner", "2026-12-20T07:29:50Z", 10_000],
  ])("is used %s", async (_, read_at, max_age_ms) => {
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      const cache = await aCache();
      await setClock(database.db, "2026-11-20T07:30:00Z");
      const { user_id, token } = await aSession();
      await setClock(database.db, read_at);
      await cache.find(token);
      await removeRows(user_id);
      vi.advanceTimersByTime(max_age_ms - 1);
      expect(await cache.find(token)).toMatchObject({ id: user_id });
      vi.advanceTimersByTime(1);
      expect(await cache.find(token)).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });

  it("is never returned for another token", async () => {
    const cache = await aCache();
    const [one, other] = [await aSession(), await aSession()];
    const found = await Promise.all([one, other, one].map(async ({ token }) => cache.find(token)));
    expect(found.map((user) => user?.id)).toStrictEqual([one.user_id, other.user_id, one.user_id]);
    expect(await cache.find(`${one.token}x`)).toBeUndefined();
  });
});

describe("a session", () => {
  it("does not open for a deactivated account", async () => {
    const { id } = await aPlayer(database.db);
    await sql`update users set is_active = false where id = ${id}`.execute(database.db);
    const origin = { address: "10.1.2.3", user_agent: null };
    const token = await transaction(database.db, (tx) => openSession(tx, id, origin));
    expect(token).toBeUndefined();
  });

  it("is not found once its account is deactivated", async () => {
    const [cache, { user_id, token }] = [await aCache(), await aSession()];
    await sql`update users set is_active = false where id = ${user_id}`.execute(database.db);
    expect(await cache.find(token)).toBeUndefined();
  });

  it("does not open with a password that has changed meanwhile", async () => {
    const { id } = await aPlayer(database.db);
    const origin = { address: "10.1.2.3", user_agent: null };
    const token = await transaction(database.db, (tx) => openSession(tx, id, origin, "old hash"));
    expect(token).toBeUndefined();
  });

  it("updates when it was last seen, once in five minutes", async () => {
    const aSessionAt = async (instant: string) => {
      await setClock(database.db, instant);
      return aSession();
    };
    const old = await aSessionAt("2026-11-20T07:30:00.000Z");
    const recent = await aSessionAt("2026-11-20T07:30:00.001Z");
    await setClock(database.db, "2026-11-20T07:35:00.000Z");
    const cache = await aCache();
    await Promise.all([cache.find(recent.token), cache.find(old.token)]);
    await eventually(async () => expect(await lastSeen(old)).toBe("2026-11-20T07:35:00.000Z"));
    expect(await lastSeen(recent)).toBe("2026-11-20T07:30:00.001Z");
  });

  it("is found before it is written when it was last seen", async () => {
    await setClock(database.db, "2026-11-20T07:30:00.000Z");
    const [cache, session] = [await aCache(), await aSession()];
    await setClock(database.db, "2026-11-20T07:35:00.000Z");
    await transaction(database.db, async (tx) => {
      await sql`lock table sessions in share mode`.execute(tx);
      expect(await cache.find(session.token)).toMatchObject({ id: session.user_id });
    });
    await eventually(async () => expect(await lastSeen(session)).toBe("2026-11-20T07:35:00.000Z"));
  });

  it("does not hold up others when its row is locked", async () => {
    await setClock(database.db, "2026-11-20T07:30:00.000Z");
    const [cache, locked, other] = [await aCache(), await aSession(), await aSession()];
    await setClock(database.db, "2026-11-20T07:35:00.000Z");
    await transaction(database.db, async (tx) => {
      await sql`select id from sessions where user_id = ${locked.user_id} for update`.execute(tx);
      await Promise.all([cache.find(locked.token), cache.find(other.token)]);
      await eventually(async () => expect(await lastSeen(other)).toBe("2026-11-20T07:35:00.000Z"));
    });
    expect(await lastSeen(locked)).toBe("2026-11-20T07:30:00.000Z");
  });

  it("is found when it cannot be written when it was last seen, which is logged", async () => {
    const said: { msg: string }[] = [];
    const write = (line: string) => said.push(JSON.parse(line));
    await setClock(database.db, "2026-11-20T07:30:00.000Z");
    const [cache, session] = [await aCache(pino({}, { write })), await aSession()];
    await setClock(database.db, "2026-11-20T07:35:00.000Z");
    await sql`alter table sessions add constraint never check (id < 0) not valid`.execute(
      database.db,
    );
    try {
      expect(await cache.find(session.token)).toMatchObject({ id: session.user_id });
      await eventually(() =>
        expect(said).toMatchObject([{ msg: "could not write when sessions were last seen" }]),
      );
    } finally {
      await sql`alter table sessions drop constraint never`.execute(database.db);
    }
  });

  it("lists the address it was opened from until it expires", async () => {
    const cache = await aCache();
    await setClock(database.db, "2026-11-20T07:30:00Z");
    const player = await aPlayer(database.db);
    const origin = { address: "10.9.9.9", user_agent: null };
    await transaction(database.db, (tx) => openSession(tx, player.id, origin));
    expect(await cache.listAddresses(player.phone)).toStrictEqual(["10.9.9.9"]);
    expect(await cache.listAddresses("9999900000")).toStrictEqual([]);
    await setClock(database.db, "2026-12-20T07:30:00Z");
    expect(await cache.listAddresses(player.phone)).toStrictEqual([]);
  });
});
