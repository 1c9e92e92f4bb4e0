import { expect, it } from "vitest";
import { createAfterwards } from "./afterwards.ts";
import { Refusal } from "./refusal.ts";

/** A log that keeps the errors, and work that ends when it is told to. */
function aScene() {
  const errors: unknown[] = [];
  const afterwards = createAfterwards({ error: (entry: unknown) => void errors.push(entry) });
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { afterwards, errors, end, ended };
}

it("a failure is logged and stops nothing else", async () => {
  const { afterwards, errors } = aScene();
  const reason = new Error("it fails");
  const done: string[] = [];
  afterwards.run(() => Promise.reject(reason));
  afterwards.run(async () => done.push("other"));
  await afterwards.ended();
  expect(errors).toEqual([{ err: reason }]);
  expect(done).toEqual(["other"]);
});

it("has ended when all work has, also what other work has begun", async () => {
  const { afterwards, end, ended } = aScene();
  const done: string[] = [];
  afterwards.run(async () => {
    await ended;
    afterwards.run(async () => done.push("second"));
    done.push("first");
  });
  const over = afterwards.ended().then(() => done.push("over"));
  end();
  await over;
  expect(done).toEqual(["first", "second", "over"]);
});

it("is refused as busy when 300 wait", async () => {
  const { afterwards, end, ended } = aScene();
  let done = 0;
  const work = async () => {
    await ended;
    done += 1;
  };
  const begin = () => afterwards.run(work);
  begin();
  begin();
  // The queue starts what it may in a later microtask.
  await Promise.resolve().then(() => undefined);
  for (let n = 0; n < 300; n += 1) begin();
  expect(begin).toThrow(new Refusal("busy"));
  end();
  await afterwards.ended();
  expect(done).toBe(302);
});
