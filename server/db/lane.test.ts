import { setImmediate as nextTurn } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { Refusal } from "../refusal.ts";
import { createLane } from "./lane.ts";

interface HeldOptions {
  max_batch?: number;
  max_queued?: number;
  max_in_flight?: number;
  min_batch?: number;
  by_owner?: boolean;
  max_queued_of_owner?: number;
}

/** A lane whose batches return only when `release` is called, oldest first. */
function heldLane(options: HeldOptions = {}) {
  const batches: number[][] = [];
  const gates: (() => void)[] = [];
  const lane = createLane<number, string>({
    max_batch: options.max_batch ?? 100,
    max_queued: options.max_queued ?? 100,
    max_in_flight: options.max_in_flight ?? 1,
    ...(options.min_batch && { min_batch: options.min_batch }),
    ...(options.by_owner && { ownerOf: (item: number) => item % 10 }),
    ...(options.max_queued_of_owner && { max_queued_of_owner: options.max_queued_of_owner }),
    send: async (batch) => {
      batches.push(batch);
      await new Promise<void>((resolve) => gates.push(resolve));
      return batch.map(String);
    },
  });
  /** Waits until a batch is in flight and lets the oldest one return. */
  const release = async () => {
    while (gates.length === 0) await nextTurn();
    gates.shift()?.();
  };
  return { lane, batches, release };
}

test("items that arrive while a batch is in flight form the next batch", async () => {
  const { lane, batches, release } = heldLane();
  const first = [lane.push(1), lane.push(2)];
  await nextTurn();
  const later = [lane.push(3), lane.push(4), lane.push(5)];
  await release();
  expect(await Promise.all(first)).toEqual(["1", "2"]);
  await release();
  expect(await Promise.all(later)).toEqual(["3", "4", "5"]);
  expect(batches).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
});

test("a batch holds at most max_batch items", async () => {
  const { lane, batches, release } = heldLane({ max_batch: 2 });
  const all = [1, 2, 3].map((item) => lane.push(item));
  await release();
  await release();
  await Promise.all(all);
  expect(batches).toEqual([[1, 2], [3]]);
});

test("a batch of different owners holds at most max_batch items", async () => {
  const { lane, batches, release } = heldLane({ max_batch: 2, by_owner: true });
  const all = [1, 2, 3].map((item) => lane.push(item));
  await release();
  await release();
  await Promise.all(all);
  expect(batches).toEqual([[1, 2], [3]]);
});

test("an owner's second item waits for the next batch, in order of arrival", async () => {
  const { lane, batches, release } = heldLane({ by_owner: true });
  const all = [1, 11, 2, 21].map((item) => lane.push(item));
  for (let batch = 0; batch < 3; batch += 1) await release();
  await Promise.all(all);
  expect(batches).toEqual([[1, 2], [11], [21]]);
});

test("a full queue refuses an item at once", async () => {
  const { lane, release } = heldLane({ max_queued: 2 });
  const all = [lane.push(1), lane.push(2)];
  await expect(lane.push(3)).rejects.toEqual(new Refusal("busy"));
  await release();
  expect(await Promise.all(all)).toEqual(["1", "2"]);
});

test("an owner with many waiting items is refused, and others are not", async () => {
  const { lane, release } = heldLane({ by_owner: true, max_queued_of_owner: 2 });
  const in_flight = lane.push(1);
  await nextTurn();
  const waiting = [lane.push(11), lane.push(21)];
  await expect(lane.push(31)).rejects.toEqual(new Refusal("busy"));
  const other = lane.push(2);
  await release();
  await in_flight;
  await nextTurn();
  // One of the two is in flight now, so another may wait.
  const next = lane.push(41);
  await expect(lane.push(51)).rejects.toEqual(new Refusal("busy"));
  for (let batch = 0; batch < 3; batch += 1) await release();
  expect(await Promise.all([...waiting, other, next])).toEqual(["11", "21", "2", "41"]);
});

const databaseError = (code: string) =>
  Object.assign(new pg.DatabaseError("refused", 0, "error"), { code });

test.each([
  ["a cardinality violation", "21000"],
  ["a number that is out of range", "22003"],
  ["a violated constraint", "23514"],
])("an item that breaks its batch with %s is the only one that fails", async (_, code) => {
  const lane = createLane<number, number>({
    max_batch: 100,
    max_queued: 100,
    send: async (batch) => {
      if (batch.includes(13)) throw databaseError(code);
      return batch;
    },
  });
  const items = Array.from({ length: 20 }, (_, item) => item);
  const outcomes = await Promise.allSettled(items.map((item) => lane.push(item)));
  expect(outcomes.flatMap(({ status }, item) => (status === "rejected" ? [item] : []))).toEqual([
    13,
  ]);
});

test("a batch that fails for another reason is not split", async () => {
  const batches: number[][] = [];
  const error = databaseError("42P01");
  const lane = createLane<number, number>({
    max_batch: 100,
    max_queued: 100,
    send: (batch) => {
      batches.push(batch);
      return Promise.reject(error);
    },
  });
  const outcomes = await Promise.allSettled([1, 2, 3].map((item) => lane.push(item)));
  const rejected = { status: "rejected", reason: error };
  expect(outcomes).toEqual([rejected, rejected, rejected]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test("a batch that loses its connection is retried, each time after a longer wait", async () => {
  const tried_at: number[] = [];
  const lane = createLane<number, number>({
    max_batch: 100,
    max_queued: 100,
    send: async (batch) => {
      tried_at.push(performance.now());
      if (tried_at.length < 3) throw new Error("Connection terminated unexpectedly");
      return batch;
    },
  });
  expect(await Promise.all([lane.push(1), lane.push(2)])).toEqual([1, 2]);
  const [first = 0, second = 0, third = 0] = tried_at;
  expect(tried_at).toHaveLength(3);
  // Timers may be a millisecond early.
  expect(second - first).toBeGreaterThan(48);
  expect(third - second).toBeGreaterThan(98);
});

test("a batch that keeps losing its connection is refused as busy", async () => {
  const lane = createLane<number, number>({
    max_batch: 100,
    max_queued: 100,
    send: () => Promise.reject(databaseError("57P01")),
  });
  await expect(lane.push(1)).rejects.toEqual(new Refusal("busy"));
});

test.each([
  ["may have been done", ["57P01", "57P03", "57P03"], "outcome_unknown"],
  ["was never sent", ["57P03", "53300", "57P03"], "busy"],
] as const)("a lost batch that %s is refused with the code for that", async (_, codes, refused) => {
  const left = [...codes];
  const lane = createLane<number, number>({
    max_batch: 100,
    max_queued: 100,
    lost_code: "outcome_unknown",
    send: () => Promise.reject(databaseError(left.shift() ?? "")),
  });
  await expect(lane.push(1)).rejects.toEqual(new Refusal(refused));
});

test.each([
  ["a host with several addresses", new AggregateError([databaseError("57P03")])],
  [
    "a host that does not resolve",
    Object.assign(new Error("getaddrinfo ENOTFOUND"), { syscall: "getaddrinfo" }),
  ],
  ["a server that does not respond", new Error("Connection terminated due to connection timeout")],
  [
    "a server that closes the socket before TLS is set up",
    new Error("Client network socket disconnected before secure TLS connection was established"),
  ],
  ["one of several servers, which does not respond", new Error("timeout expired")],
  [
    "several servers, none of which is the primary",
    new Error("none of the named servers takes writes"),
  ],
  ["a server with too many connections", databaseError("53300")],
])("a batch that gets no connection to %s is refused as busy", async (_, error) => {
  let tries = 0;
  const lane = createLane<number, number>({
    max_batch: 100,
    max_queued: 100,
    lost_code: "outcome_unknown",
    send: () => {
      tries += 1;
      return Promise.reject(error);
    },
  });
  await expect(lane.push(1)).rejects.toEqual(new Refusal("busy"));
  expect(tries).toBe(3);
});

test("while a batch is in flight, a second one starts only when it is full", async () => {
  const { lane, batches, release } = heldLane({ max_batch: 3, max_in_flight: 2 });
  const all = [lane.push(1)];
  await nextTurn();
  all.push(lane.push(2), lane.push(3));
  await nextTurn();
  expect(batches).toEqual([[1]]);
  all.push(lane.push(4), lane.push(5), lane.push(6), lane.push(7), lane.push(8));
  await nextTurn();
  expect(batches).toEqual([[1], [2, 3, 4]]);
  for (let batch = 0; batch < 4; batch += 1) await release();
  expect(await Promise.all(all)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
  expect(batches.slice(2)).toEqual([[5, 6, 7], [8]]);
});

test("while a batch is in flight, a second one starts when min_batch items wait", async () => {
  const { lane, batches, release } = heldLane({ max_in_flight: 2, min_batch: 3 });
  const all = [lane.push(1)];
  await nextTurn();
  all.push(lane.push(2), lane.push(3));
  await nextTurn();
  expect(batches).toEqual([[1]]);
  all.push(lane.push(4), lane.push(5));
  expect(batches).toEqual([[1], [2, 3, 4]]);
  for (let batch = 0; batch < 3; batch += 1) await release();
  expect(await Promise.all(all)).toEqual(["1", "2", "3", "4", "5"]);
  expect(batches.slice(2)).toEqual([[5]]);
});

test("the next batch starts before the items of the last one are resolved", async () => {
  const { lane, batches, release } = heldLane({ min_batch: 2 });
  const first = lane.push(1).then(() => batches.length);
  await nextTurn();
  const others = [lane.push(2), lane.push(3)];
  for (let batch = 0; batch < 2; batch += 1) await release();
  expect(await first).toBe(2);
  await Promise.all(others);
  expect(batches).toEqual([[1], [2, 3]]);
});

test("batches that are in flight together have different slots", async () => {
  const in_flight = new Set<number>();
  let most = 0;
  const lane = createLane<number, number>({
    max_batch: 2,
    max_queued: 100,
    max_in_flight: 3,
    send: async (batch, slot) => {
      expect(in_flight.has(slot)).toBe(false);
      most = Math.max(most, in_flight.add(slot).size);
      await nextTurn();
      in_flight.delete(slot);
      return batch;
    },
  });
  const items = Array.from({ length: 20 }, (_, item) => item);
  expect(await Promise.all(items.map((item) => lane.push(item)))).toEqual(items);
  expect(most).toBe(3);
});

test("an owner with an item in flight waits, even if a full batch is queued", async () => {
  const options = { max_batch: 2, max_in_flight: 2, by_owner: true };
  const { lane, batches, release } = heldLane(options);
  const all = [1, 11, 21, 31, 2].map((item) => lane.push(item));
  await nextTurn();
  for (let batch = 0; batch < 5; batch += 1) await release();
  await Promise.all(all);
  expect(batches).toEqual([[1], [2], [11], [21], [31]]);
});
