import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { fewAtOnce } from "./few-at-once.ts";

/** Work that ends when it is told to. */
function work() {
  let end = (_result: string): void => undefined;
  let fail = (_reason: Error): void => undefined;
  const promise = new Promise<string>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const job = { is_started: false, run, end, fail };
  function run() {
    job.is_started = true;
    return promise;
  }
  return job;
}

it("runs at most a few at a time, in the order in which they came", async () => {
  const few = fewAtOnce({ at_once: 2, max_waiting: 10 });
  const jobs = [work(), work(), work(), work()] as const;
  const results = jobs.map(({ run }) => few.run(run));
  const started = () => jobs.map(({ is_started }) => is_started);
  await nextTurn();
  expect(started()).toEqual([true, true, false, false]);
  jobs[1].end("second");
  expect(await results[1]).toBe("second");
  await nextTurn();
  expect(started()).toEqual([true, true, true, false]);
  jobs[0].end("first");
  jobs[2].end("third");
  jobs[3].end("fourth");
  expect(await Promise.all(results)).toEqual(["first", "second", "third", "fourth"]);
});

it("refuses what would wait behind too many, without running it", async () => {
  const few = fewAtOnce({ at_once: 1, max_waiting: 2 });
  const [running, waiting, last, refused, later] = [work(), work(), work(), work(), work()];
  const results = [running, waiting, last].map(({ run }) => few.run(run));
  expect(few.is_full).toBe(true);
  await expect(few.run(refused.run)).rejects.toMatchObject({ code: "busy" });
  for (const job of [running, waiting, last]) job.end("done");
  expect(await Promise.all(results)).toEqual(["done", "done", "done"]);
  expect(refused.is_started).toBe(false);
  later.end("later");
  expect(await few.run(later.run)).toBe("later");
});

it("work that fails makes room for the next", async () => {
  const few = fewAtOnce({ at_once: 1, max_waiting: 2 });
  const [failing, next] = [work(), work()];
  const results = [few.run(failing.run), few.run(next.run)];
  failing.fail(new Error("it failed"));
  next.end("done");
  await expect(results[0]).rejects.toThrow("it failed");
  expect(await results[1]).toBe("done");
});
