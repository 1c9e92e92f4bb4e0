import { setImmediate as nextTurn } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { Refusal } from "../refusal.ts";
import { createLane } from "./lane.ts";

interface HeldOptions {
  max_batch?: number;
  max_queued?: number;
  max_in_flight?: number;
  enough?: number;
  by_owner?: boolean;
}

/** A lane whose batches wait until they are let go, in order. */
function heldLane(options: HeldOptions = {}) {
  const batches: number[][] = [];
  const gates: (() => void)[] = [];
  const lane = createLane<number, string>({
    max_batch: options.max_batch ?? 100,
    max_queued: options.max_queued ?? 100,
    max_in_flight: options.max_in_flight ?? 1,
    ...(options.enough && { enough: options.enough }),
    ...(options.by_owner && { ownerOf: (item: number) => item % 10 }),
    send: async (batch) => {
      batches.push(batch);
      await new Promise<void>((resolve) => gates.push(resolve));
      return batch.map(String);
    },
  });
  /** Lets the oldest batch go, once there is one. */
  const release = async () => {
    while (gates.length === 0) await nextTurn();
    gates.shift()?.();
  };
  return { lane, batches, release };
}

test("what arrives while a batch is in flight goes in the next one", async () => {
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

test("a batch holds at most its cap", async () => {
  const { lane, batches, release } = heldLane({ max_batch: 2 });
  const all = [1, 2, 3].map((item) => lane.push(item));
  await release();
  await release();
  await Promise.all(all);
  expect(batches).toEqual([[1, 2], [3]]);
});

test("a second item of an owner waits for the next batch and keeps its order", async () => {
  const { lane, batches, release } = heldLane({ by_owner: true });
  const all = [1, 11, 2, 21].map((item) => lane.push(item));
  for (let batch = 0; batch < 3; batch += 1) await release();
  await Promise.all(all);
  expect(batches).toEqual([[1, 2], [11], [21]]);
});

test("a full queue refuses at once", async () => {
  const { lane, release } = heldLane({ max_queued: 2 });
  const all = [lane.push(1), lane.push(2)];
  await expect(lane.push(3)).rejects.toEqual(new Refusal("busy"));
  await release();
  expect(await Promise.all(all)).toEqual(["1", "2"]);
});

const databaseError = (code: string) =>
  Object.assign(new pg.DatabaseError("refused", 0, "error"), { code });

test("an item that breaks its batch fails alone", async () => {
  const lane = createLane<number, number>({
    max_batch: 100,
    max_queued: 100,
    send: async (batch) => {
      if (batch.includes(13)) throw databaseError("22003");
      return batch;
    },
  });
  const items = Array.from({ length: 20 }, (_, item) => item);
  const outcomes = await Promise.allSettled(items.map((item) => lane.push(item)));
  expect(outcomes.flatMap(({ status }, item) => (status === "rejected" ? [item] : []))).toEqual([
    13,
  ]);
});

test("a batch that lost its connection is sent again", async () => {
  let tries = 0;
  const lane = createLane<number, number>({
    max_batch: 100,
    max_queued: 100,
    send: async (batch) => {
      tries += 1;
      if (tries < 3) throw new Error("Connection terminated unexpectedly");
      return batch;
    },
  });
  expect(await Promise.all([lane.push(1), lane.push(2)])).toEqual([1, 2]);
  expect(tries).toBe(3);
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
] as const)("a batch that %s is refused as such", async (_, codes, refused) => {
  const left = [...codes];
  const lane = createLane<number, number>({
    max_batch: 100,
    max_queued: 100,
    when_lost: "outcome_unknown",
    send: () => Promise.reject(databaseError(left.shift() ?? "")),
  });
  await expect(lane.push(1)).rejects.toEqual(new Refusal(refused));
});

test.each([
  ["a name of several addresses", new AggregateError([databaseError("57P03")])],
  ["a name of none", Object.assign(new Error("getaddrinfo ENOTFOUND"), { syscall: "getaddrinfo" })],
  ["a server that is silent", new Error("Connection terminated due to connection timeout")],
  [
    "a server that goes before it is secure",
    new Error("Client network socket disconnected before secure TLS connection was established"),
  ],
  ["one of several servers that is silent", new Error("timeout expired")],
  ["several, none of which is the primary", new Error("none of the named servers takes writes")],
  ["a server that lets nobody in", databaseError("53300")],
])("a batch that finds no connection is refused as busy: to %s", async (_, error) => {
  let tries = 0;
  const lane = createLane<number, number>({
    max_batch: 100,
    max_queued: 100,
    when_lost: "outcome_unknown",
    send: () => {
      tries += 1;
      return Promise.reject(error);
    },
  });
  await expect(lane.push(1)).rejects.toEqual(new Refusal("busy"));
  expect(tries).toBe(3);
});

test("a second batch leaves beside the first one only when it is full", async () => {
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

test("a second batch leaves beside the first one as soon as enough wait", async () => {
  const { lane, batches, release } = heldLane({ max_in_flight: 2, enough: 3 });
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

test("those who wait leave, if enough, before the last answers are handed out", async () => {
  const { lane, batches, release } = heldLane({ enough: 2 });
  const first = lane.push(1).then(() => batches.length);
  await nextTurn();
  const others = [lane.push(2), lane.push(3)];
  for (let batch = 0; batch < 2; batch += 1) await release();
  expect(await first).toBe(2);
  await Promise.all(others);
  expect(batches).toEqual([[1], [2, 3]]);
});

test("batches in flight at once have different numbers", async () => {
  const in_flight = new Set<number>();
  let most = 0;
  const lane = createLane<number, number>({
    max_batch: 2,
    max_queued: 100,
    max_in_flight: 3,
    send: async (batch, number) => {
      expect(in_flight.has(number)).toBe(false);
      most = Math.max(most, in_flight.add(number).size);
      await nextTurn();
      in_flight.delete(number);
      return batch;
    },
  });
  const items = Array.from({ length: 20 }, (_, item) => item);
  expect(await Promise.all(items.map((item) => lane.push(item)))).toEqual(items);
  expect(most).toBe(3);
});

test("whoever has an item in flight waits, also where a full batch of theirs does", async () => {
  const options = { max_batch: 2, max_in_flight: 2, by_owner: true };
  const { lane, batches, release } = heldLane(options);
  const all = [1, 11, 21, 31, 2].map((item) => lane.push(item));
  await nextTurn();
  for (let batch = 0; batch < 5; batch += 1) await release();
  await Promise.all(all);
  expect(batches).toEqual([[1], [2], [11], [21], [31]]);
});
