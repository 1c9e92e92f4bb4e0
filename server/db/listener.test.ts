import { EventEmitter, once } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useDatabase } from "../testing/database.ts";
import { cutListeners, useListeners } from "../testing/listening.ts";
import { createAnnouncements } from "./announcements.ts";
import { stopClock } from "./clock.ts";
import { takeConnection } from "./database.ts";
import { transaction } from "./transaction.ts";

const database = useDatabase();

const makeListener = useListeners(database);

const lines: string[] = [];
const makeLoggedListener = useListeners(database, pino({}, { write: (line) => lines.push(line) }));

/** A listener on channels and the words that it has received; `heard` emits "word" for each. */
async function aListener(...channels: string[]) {
  const listener = makeListener();
  const words: string[] = [];
  const heard = new EventEmitter();
  for (const channel of channels) {
    listener.subscribe(channel, (word) => {
      words.push(`${channel}: ${word}`);
      heard.emit("word");
    });
  }
  await listener.start();
  return { listener, words, heard };
}

const notify = (channel: string, payload: string) =>
  sql`select pg_notify(${channel}, ${payload})`.execute(database.db);

describe("a listener", () => {
  it("receives notifications of its channels and of no others", async () => {
    const { words, heard } = await aListener("news", "weather");
    await notify("sport", "1:0");
    await notify("weather", "rain");
    await notify("news", "");
    while (words.length < 2) await once(heard, "word");
    expect(words).toStrictEqual(["weather: rain", "news: "]);
  });

  it("receives only committed notifications", async () => {
    const { words, heard } = await aListener("news");
    const undone = transaction(database.db, async (tx) => {
      await sql`select pg_notify('news', 'undone')`.execute(tx);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await notify("news", "done");
    while (words.length < 1) await once(heard, "word");
    expect(words).toStrictEqual(["news: done"]);
  });

  it("reconnects after a lost connection and shows a new epoch", async () => {
    const { listener, words, heard } = await aListener("news");
    const before = listener.epoch;
    expect(before).toBeTypeOf("number");
    await cutListeners(database.db);
    while (listener.epoch === before) await nextTurn();
    expect(listener.epoch).toBeUndefined();
    while (listener.epoch === undefined) await nextTurn();
    expect(listener.epoch).not.toBe(before);
    await notify("news", "back");
    while (words.length < 1) await once(heard, "word");
    expect(words).toStrictEqual(["news: back"]);
  });

  it("logs that its connection is lost and that it is back", async () => {
    const listener = makeLoggedListener();
    await listener.start();
    const before = listener.epoch;
    await cutListeners(database.db);
    while (listener.epoch === undefined || listener.epoch === before) await nextTurn();
    expect(lines[0]).toContain("the listening connection is lost");
    expect(lines.at(-1)).toContain("the listening connection is back");
  });

  it("counts a connection as lost that does not answer from one ping to the next", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const { listener } = await aListener();
      const before = listener.epoch;
      for (let pings = 0; pings < 3; pings += 1) {
        vi.advanceTimersByTime(5_000);
        await listener.catchUp();
      }
      expect(listener.epoch).toBe(before);
      // No answer arrives within one turn of the event loop.
      vi.advanceTimersByTime(10_000);
      expect(listener.epoch).toBeUndefined();
      while (listener.epoch === undefined) await nextTurn();
      expect(listener.epoch).not.toBe(before);
    } finally {
      vi.useRealTimers();
    }
  });

  it("tells from time to time until when it has received everything", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      await stopClock(database.db, "2026-11-20T13:00:00+05:30");
      const listener = makeListener();
      const told: string[] = [];
      listener.onCaughtUp((instant) => told.push(instant));
      await listener.start();
      expect(told).toEqual([]);
      vi.advanceTimersByTime(5_000);
      await listener.catchUp();
      expect(told.map((instant) => Date.parse(instant))).toEqual([
        Date.parse("2026-11-20T13:00:00+05:30"),
      ]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("closes its connection when it is closed", async () => {
    const { listener } = await aListener("news");
    // Listeners of earlier tests are closed, but the database may not have noticed it yet.
    while ((await listener.listPeers()).length > 1) await nextTurn();
    expect(await listener.listPeers()).toHaveLength(1);
    await listener.close();
    expect(listener.epoch).toBeUndefined();
    while ((await listener.listPeers()).length > 0) await nextTurn();
  });

  it("accepts no channel after start", async () => {
    const { listener } = await aListener();
    expect(() => listener.subscribe("late", () => undefined)).toThrow("before listening starts");
  });
});

describe("an announcement", () => {
  // No process is given up, however long the machine takes.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
  afterEach(() => void vi.useRealTimers());

  const aProcess = async (act: (text: string) => void) => {
    const listener = makeListener();
    const announcements = createAnnouncements(listener, "ends", act);
    await listener.start();
    return announcements;
  };

  it("is heard by all when every process has acted on it", async () => {
    const acted: string[] = [];
    const first = await aProcess((text) => acted.push(`first ${text}`));
    await aProcess((text) => acted.push(`second ${text}`));
    await aProcess((text) => acted.push(`third ${text}`));
    const announcement = first.prepare("42");
    await transaction(database.db, announcement.send);
    expect(await announcement.isHeardByAll()).toBe(true);
    expect(acted.toSorted()).toStrictEqual(["first 42", "second 42", "third 42"]);
    announcement.forget();
  });

  it("does not wait for a process that has stopped", async () => {
    const first = await aProcess(() => undefined);
    const silent = await takeConnection(database.db);
    await silent.query("set application_name = 'nishana listener'");
    const announcement = first.prepare("42");
    await transaction(database.db, announcement.send);
    const is_heard = announcement.isHeardByAll();
    silent.release(true);
    expect(await is_heard).toBe(true);
    announcement.forget();
  });

  it("is not heard by all while one process is silent", async () => {
    const listener = makeListener();
    const announcements = createAnnouncements(listener, "ends", () => undefined);
    await listener.start();
    const silent = await takeConnection(database.db);
    try {
      await silent.query("set application_name = 'nishana listener'");
      const announcement = announcements.prepare("42");
      await transaction(database.db, announcement.send);
      // The first call waits for its own announcement, the second for its own acknowledgement.
      await listener.catchUp();
      await listener.catchUp();
      const is_heard = announcement.isHeardByAll();
      while ((await listener.listPeers()).length < 2) await nextTurn();
      vi.advanceTimersByTime(2_000);
      expect(await is_heard).toBe(false);
      announcement.forget();
    } finally {
      silent.release(true);
    }
  });

  it("is heard although the first list of processes fails", async () => {
    const listener = makeListener();
    const listPeers = listener.listPeers.bind(listener);
    const failures = [new Error("no connection is to be had")];
    listener.listPeers = () => {
      const failure = failures.pop();
      return failure ? Promise.reject(failure) : listPeers();
    };
    const announcements = createAnnouncements(listener, "ends", () => undefined);
    await listener.start();
    const announcement = announcements.prepare("42");
    await transaction(database.db, announcement.send);
    expect(await announcement.isHeardByAll()).toBe(true);
    expect(failures).toEqual([]);
    announcement.forget();
  });

  it("that is rolled back is acted on by no process", async () => {
    const acted: string[] = [];
    const first = await aProcess((text) => acted.push(text));
    const undone = transaction(database.db, async (tx) => {
      await first.prepare("undone").send(tx);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    const announcement = first.prepare("done");
    await transaction(database.db, announcement.send);
    expect(await announcement.isHeardByAll()).toBe(true);
    expect(acted).toStrictEqual(["done"]);
  });
});
