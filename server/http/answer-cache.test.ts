import { setImmediate as nextTurn } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { appOn, useApp } from "../testing/app.ts";
import { at, gameOf } from "../testing/game.ts";
import { cutListeners, useListeners } from "../testing/listening.ts";
import { aHouse, anAdmin, setClock } from "../testing/makers.ts";
import { voidResult } from "../results/void.ts";
import { createAnswerCache } from "./answer-cache.ts";

const app = useApp();
const second_process = appOn(app);
const game = gameOf(app);

const makeListener = useListeners(app);

/** An answer that one process caches, with a source that counts its reads. */
async function anAnswer(max_age_ms?: number) {
  const listener = makeListener();
  const source = { reads: 0, read: async (): Promise<unknown> => source.reads };
  const cached = createAnswerCache(listener).add(
    z.unknown(),
    () => {
      source.reads += 1;
      return source.read();
    },
    max_age_ms,
  );
  await listener.start();
  const get = async (): Promise<unknown> => JSON.parse((await cached.get()).plain.toString());
  return { listener, source, get };
}

/** Answers that one process caches by key, with the keys that were read. */
async function someAnswers() {
  const listener = makeListener();
  const reads: number[] = [];
  const cached = createAnswerCache(listener).addEach(z.unknown(), async (key: { n: number }) => {
    reads.push(key.n);
    return key.n;
  });
  await listener.start();
  const get = async (n: number): Promise<unknown> =>
    JSON.parse((await cached.get({ n })).plain.toString());
  return { listener, reads, get };
}

const change = () => sql`update houses set location = location`.execute(app.db);

describe("a cached answer", () => {
  test("is read once until a change is notified", async () => {
    const { listener, get } = await anAnswer();
    expect([await get(), await get(), await get()]).toEqual([1, 1, 1]);
    await change();
    await listener.catchUp();
    expect([await get(), await get()]).toEqual([2, 2]);
  });

  test("is invalidated on every process", async () => {
    const [here, there] = [await anAnswer(), await anAnswer()];
    expect([await here.get(), await there.get()]).toEqual([1, 1]);
    await change();
    await Promise.all([here.listener.catchUp(), there.listener.catchUp()]);
    expect([await here.get(), await there.get()]).toEqual([2, 2]);
  });

  test("is read once for concurrent requests, and again for requests during the read", async () => {
    const { source, get } = await anAnswer();
    let answer: (value: string) => void = () => undefined;
    source.read = () => new Promise((resolve) => (answer = resolve));
    const early = Promise.all(Array.from({ length: 50 }, get));
    while (source.reads < 1) await nextTurn();
    const late = Promise.all(Array.from({ length: 50 }, get));
    source.read = async () => "late";
    answer("early");
    expect(new Set(await early)).toEqual(new Set(["early"]));
    expect(new Set(await late)).toEqual(new Set(["late"]));
    expect(source.reads).toBe(2);
  });

  test("is not cached when something changes during the read", async () => {
    const { listener, source, get } = await anAnswer();
    let answer: (value: string) => void = () => undefined;
    source.read = () => new Promise((resolve) => (answer = resolve));
    const reading = get();
    while (source.reads < 1) await nextTurn();
    await change();
    await listener.catchUp();
    answer("old");
    expect(await reading).toBe("old");
    source.read = async () => "new";
    expect([await get(), await get()]).toEqual(["new", "new"]);
    expect(source.reads).toBe(2);
  });

  test("is read every time while the process is not listening", async () => {
    const { listener, get } = await anAnswer();
    expect([await get(), await get()]).toEqual([1, 1]);
    await listener.close();
    expect([await get(), await get()]).toEqual([2, 3]);
  });

  test("is read again after the listening connection was lost", async () => {
    const { listener, get } = await anAnswer();
    expect(await get()).toBe(1);
    const before = listener.epoch;
    await cutListeners(app.db);
    while (listener.epoch === undefined || listener.epoch === before) await nextTurn();
    expect([await get(), await get()]).toEqual([2, 2]);
  });

  test("is read again when it has expired", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      const { get } = await anAnswer(5_000);
      expect(await get()).toBe(1);
      vi.advanceTimersByTime(4_999);
      expect(await get()).toBe(1);
      vi.advanceTimersByTime(1);
      expect([await get(), await get()]).toEqual([2, 2]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("is read again after a failure", async () => {
    const { source, get } = await anAnswer();
    const read = source.read;
    source.read = async () => {
      throw new Error("the database is away");
    };
    await expect(get()).rejects.toThrow("the database is away");
    source.read = read;
    expect([await get(), await get()]).toEqual([2, 2]);
  });
});

describe("answers by key", () => {
  test("are read once each, and again after a change", async () => {
    const { listener, reads, get } = await someAnswers();
    expect([await get(1), await get(2), await get(1), await get(2)]).toEqual([1, 2, 1, 2]);
    expect(reads).toEqual([1, 2]);
    await change();
    await listener.catchUp();
    expect([await get(2), await get(1)]).toEqual([2, 1]);
    expect(reads).toEqual([1, 2, 2, 1]);
  });

  test("of the hundred keys that were requested last are kept", async () => {
    const { reads, get } = await someAnswers();
    for (let n = 1; n <= 100; n += 1) await get(n);
    await get(1);
    await get(101);
    reads.length = 0;
    for (const n of [1, 3, 100, 101]) expect(await get(n)).toBe(n);
    expect(reads).toEqual([]);
    expect(await get(2)).toBe(2);
    expect(reads).toEqual([2]);
  });
});

describe("a public answer", () => {
  beforeEach(() => setClock(app.db, at("21:00")));

  const get = (url: string, headers: Record<string, string> = {}) =>
    app.app.inject({ method: "GET", url, headers });

  test.each(["/api/results/latest", "/api/houses", "/api/houses?is_active=all"])(
    "%s is not sent again to those who have it",
    async (url) => {
      await aHouse(app.db);
      await app.context.listener.catchUp();
      const first = await get(url);
      const etag = String(first.headers["etag"]);
      expect(first.headers).toMatchObject({
        "cache-control": "no-cache",
        "content-type": "application/json; charset=utf-8",
        vary: "accept-encoding",
      });
      const again = await get(url, { "if-none-match": etag });
      expect([again.statusCode, again.payload, again.headers["etag"]]).toEqual([304, "", etag]);
      await aHouse(app.db);
      await app.context.listener.catchUp();
      const changed = await get(url, { "if-none-match": etag });
      expect(changed.statusCode).toBe(200);
      expect(changed.headers["etag"]).not.toBe(etag);
      expect(changed.json()).toHaveLength(first.json().length + 1);
    },
  );

  test.each(["/api/results/latest", "/api/houses", "/api/houses?is_active=all"])(
    "%s is packed for those who take that",
    async (url) => {
      for (let houses = 0; houses < 20; houses += 1) await aHouse(app.db);
      await app.context.listener.catchUp();
      const plain = await get(url);
      expect(plain.headers).not.toHaveProperty("content-encoding");
      const gzip = await get(url, { "accept-encoding": "gzip, deflate" });
      expect(gzip.headers["content-encoding"]).toBe("gzip");
      expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.payload);
      const br = await get(url, { "accept-encoding": "gzip, deflate, br, zstd" });
      expect(br.headers["content-encoding"]).toBe("br");
      expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.payload);
    },
  );

  test.each([
    ["br;q=0, gzip", "gzip"],
    ["gzip;q=0, br", "br"],
    ["gzip;q=1, br;q=0.5", "gzip"],
    ["BR", "br"],
    ["*", "gzip"],
    ["br;q=0, *", "gzip"],
    ["br;q=0", undefined],
    ["gzip;q=0.0", undefined],
    ["*;q=0", undefined],
    ["identity", undefined],
    ["", undefined],
  ])("for accept-encoding %j has the content-encoding %s", async (accepted, name) => {
    for (let houses = 0; houses < 20; houses += 1) await aHouse(app.db);
    await app.context.listener.catchUp();
    const { headers } = await get("/api/houses", { "accept-encoding": accepted });
    expect(headers["content-encoding"]).toBe(name);
  });

  test("shows a result on every process while it is published and not void", async () => {
    const house = await aHouse(app.db);
    const admin = await app.signIn(await anAdmin(app.db));
    const latest = async (process: typeof app) =>
      (await process.ask("GET /results/latest")).find((line) => line.house.id === house.id)?.result;
    expect([await latest(app), await latest(second_process)]).toEqual([null, null]);
    const { id, date } = await game.publish(admin, house.id, { first_round: 45 });
    const result = { date, first_round: 45, second_round: null };
    expect([await latest(app), await latest(second_process)]).toEqual([result, result]);
    await voidResult(app.db, id, "wrong house");
    expect([await latest(app), await latest(second_process)]).toEqual([null, null]);
  });

  test("lists a result by house and days on every process while it is not void", async () => {
    const [house, other] = [await aHouse(app.db), await aHouse(app.db)];
    const admin = await app.signIn(await anAdmin(app.db));
    const numbers = (process: typeof app, query: { house_id?: string; days: string }) =>
      process.ask("GET /results", { query }).then((rows) => rows.map((row) => row.first_round));
    const all = () =>
      Promise.all(
        [app, second_process].flatMap((process) => [
          numbers(process, { house_id: String(house.id), days: "1" }),
          numbers(process, { house_id: String(other.id), days: "1" }),
          numbers(process, { days: "30" }),
          numbers(process, { days: "31" }),
        ]),
      );
    const none = [[], [], [], []];
    expect(await all()).toEqual([...none, ...none]);
    const { id } = await game.publish(admin, house.id, { first_round: 45 });
    const listed = [[45], [], [45], [45]];
    expect(await all()).toEqual([...listed, ...listed]);
    await voidResult(app.db, id, "wrong house");
    expect(await all()).toEqual([...none, ...none]);
  });

  test("has an ETag if it is a list of results of up to a month", async () => {
    const hasTag = async (query: string) => (await get(`/api/results?${query}`)).headers["etag"];
    expect(await hasTag("days=30")).toBeDefined();
    expect(await hasTag("days=31")).toBeUndefined();
    expect(await hasTag("date=2026-11-20")).toBeUndefined();
  });

  test("shows the current state of a house on every process", async () => {
    const admin = await app.signIn(await anAdmin(app.db));
    const { id } = await aHouse(app.db, { name: "Before" });
    const params = { id: String(id) };
    const names = () =>
      Promise.all(
        [app, second_process].map(async (process) =>
          (await process.ask("GET /houses")).filter((one) => one.id === id).map(({ name }) => name),
        ),
      );
    expect(await names()).toEqual([["Before"], ["Before"]]);
    await app.ask("PUT /houses/{id}", { as: admin, params, body: { name: "After" } });
    expect(await names()).toEqual([["After"], ["After"]]);
    await app.ask("PUT /houses/{id}", { as: admin, params, body: { is_active: false } });
    expect(await names()).toEqual([[], []]);
  });

  test("is up to date for the caller who changed it", async () => {
    const admin = await app.signIn(await anAdmin(app.db));
    const headers = { authorization: `Bearer ${admin}` };
    await get("/api/houses");
    const made = await app.app.inject({
      method: "POST",
      url: "/api/houses",
      headers,
      payload: {
        name: "Made",
        location: "Jowai",
        first_round_time: "3:00 PM",
        second_round_time: "8:00 PM",
      },
    });
    const { id } = made.json();
    expect((await get("/api/houses")).json()).toContainEqual(made.json());
    await app.app.inject({
      method: "PUT",
      url: `/api/houses/${id}`,
      headers,
      payload: { name: "Renamed" },
    });
    expect((await get("/api/houses")).json()).toContainEqual(
      expect.objectContaining({ id, name: "Renamed" }),
    );
    await app.app.inject({ method: "DELETE", url: `/api/houses/${id}`, headers });
    expect((await get("/api/houses")).json()).not.toContainEqual(expect.objectContaining({ id }));
  });
});
