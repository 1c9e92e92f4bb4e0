import timers from "node:timers/promises";
import fc from "fast-check";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { createLane } from "../db/lane.ts";
import { Refusal } from "../refusal.ts";
import { replaceBuiltin } from "../testing/builtins.ts";
import { IS_LONG, seedOfRun } from "../testing/seed.ts";

// Lanes wait between two attempts. Here a turn of the event loop is enough.
beforeAll(() => replaceBuiltin(timers, "setTimeout", () => new Promise<never>(setImmediate)));

/** What the database does with a batch. */
type Fate = "answers" | "is lost" | "is lost after committing" | "breaks";

interface Item {
  owner: number;
  key: number;
  /** The database refuses every batch that contains such an item. */
  is_poison: boolean;
}

interface Answer {
  key: number;
  order_id: number;
}

const anItem = fc.record({
  owner: fc.integer({ min: 0, max: 3 }),
  key: fc.integer({ min: 0, max: 15 }),
  is_poison: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
});
const aFate = fc.constantFrom<Fate[]>(
  "answers",
  "answers",
  "is lost",
  "is lost after committing",
  "breaks",
);

const databaseError = (code: string) =>
  Object.assign(new pg.DatabaseError("refused", 0, "error"), { code });

const MAX_BATCH = 4;
const MAX_QUEUED = 12;
const MAX_IN_FLIGHT = 2;

/** A database that stores one order for each key and applies the next fate to each batch. */
function aDatabase(fates: Fate[], schedule: (label: string) => Promise<unknown>) {
  const orders = new Map<number, number>();
  const batches: Item[][] = [];
  let sent = 0;
  const commit = (batch: Item[]): Answer[] =>
    batch.map(({ key }) => {
      const order_id = orders.get(key) ?? orders.size + 1;
      orders.set(key, order_id);
      return { key, order_id };
    });
  const send = async (batch: Item[]): Promise<Answer[]> => {
    const fate = fates[sent % fates.length] ?? "answers";
    sent += 1;
    batches.push(batch);
    await schedule(`batch ${sent} arrives`);
    if (fate === "is lost") throw new Error("Connection terminated unexpectedly");
    if (batch.some(({ is_poison }) => is_poison)) throw databaseError("22003");
    if (fate === "breaks") throw databaseError("40P01");
    const answers = commit(batch);
    await schedule(`batch ${sent} is answered`);
    if (fate === "is lost after committing") throw databaseError("57P01");
    return answers;
  };
  return { send, orders, batches };
}

const seed = seedOfRun();
const numRuns = IS_LONG ? 100_000 : 1_000;

test(`each item gets exactly one answer, its own (SEED=${seed})`, async () => {
  const scenes = fc.asyncProperty(
    fc.scheduler(),
    fc.array(anItem, { minLength: 1, maxLength: 25 }),
    fc.array(aFate, { minLength: 1, maxLength: 12 }),
    async (scheduler, items, fates) => {
      const { send, orders, batches } = aDatabase(fates, (what) =>
        scheduler.schedule(Promise.resolve(), what),
      );
      const lane = createLane<Item, Answer>({
        send,
        max_batch: MAX_BATCH,
        max_queued: MAX_QUEUED,
        max_in_flight: MAX_IN_FLIGHT,
        ownerOf: ({ owner }) => owner,
      });
      const answered = new Array<Item>();
      const outcomes = items.map(async (item, n) => {
        await scheduler.schedule(Promise.resolve(), `item ${n} comes`);
        try {
          const answer = await lane.push(item);
          expect(answer).toEqual({ key: item.key, order_id: orders.get(item.key) });
          expect(item.is_poison).toBe(false);
        } catch (error) {
          expectFault(error, item);
        }
        answered.push(item);
      });
      await scheduler.waitFor(Promise.all(outcomes));
      expect(new Set(answered)).toEqual(new Set(items));
      expect(answered).toHaveLength(items.length);
      expect(lane.queued).toBe(0);
      for (const batch of batches) expectBatch(batch);
    },
  );
  await fc.assert(scenes, { seed, numRuns });
});

/** `busy`, or the database's error. Only a poison item gets the error of a poison item. */
function expectFault(error: unknown, item: Item): void {
  if (error instanceof Refusal) return expect(error.code).toBe("busy");
  if (!(error instanceof pg.DatabaseError)) throw error;
  expect(error.code).toBe(item.is_poison && error.code === "22003" ? "22003" : "40P01");
}

function expectBatch(batch: Item[]): void {
  expect(batch.length).toBeLessThanOrEqual(MAX_BATCH);
  expect(new Set(batch.map(({ owner }) => owner)).size).toBe(batch.length);
}

test(`the items of an owner are first sent in the order of arrival (SEED=${seed})`, async () => {
  const scenes = fc.asyncProperty(
    fc.scheduler(),
    fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 20 }),
    fc.array(aFate, { minLength: 1, maxLength: 12 }),
    async (scheduler, owners, fates) => {
      const { send, batches } = aDatabase(fates, (what) =>
        scheduler.schedule(Promise.resolve(), what),
      );
      const lane = createLane<Item, Answer>({
        send,
        max_batch: MAX_BATCH,
        max_queued: owners.length,
        max_in_flight: MAX_IN_FLIGHT,
        ownerOf: ({ owner }) => owner,
      });
      const items = owners.map((owner, key) => ({ owner, key, is_poison: false }));
      await scheduler.waitFor(Promise.allSettled(items.map((item) => lane.push(item))));
      for (const owner of new Set(owners)) {
        const sent = batches.flat().filter((item) => item.owner === owner);
        const first_times = sent.filter((item, n) => sent.indexOf(item) === n);
        expect(first_times).toEqual(items.filter((item) => item.owner === owner));
      }
    },
  );
  await fc.assert(scenes, { seed, numRuns });
});
