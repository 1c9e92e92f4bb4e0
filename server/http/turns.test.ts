import { expect, test } from "vitest";
import { Refusal } from "../refusal.ts";
import { createTurns } from "./turns.ts";

/** Work that lasts until it is ended. */
function someWork() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended, end };
}

test("the work of one user runs in sequence, that of different users in parallel", async () => {
  const turns = createTurns();
  const done: string[] = [];
  const first = someWork();
  const mine = [
    turns.take(1, () => first.ended.then(() => done.push("first"))),
    turns.take(1, async () => done.push("second")),
  ];
  await turns.take(2, async () => done.push("another's"));
  first.end();
  await Promise.all(mine);
  expect(done).toEqual(["another's", "first", "second"]);
});

test("a failure rejects only its own call, and the next call runs", async () => {
  const turns = createTurns();
  const failing = turns.take(1, () => Promise.reject(new Error("no")));
  const next = turns.take(1, async () => "done");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("done");
});

test("a user with too many waiting calls is refused as busy until they are done", async () => {
  const turns = createTurns();
  const first = someWork();
  const taken = [turns.take(1, () => first.ended)];
  for (let n = 0; n < 50; n += 1) taken.push(turns.take(1, async () => undefined));
  let was_done = false;
  const refused = turns.take(1, async () => {
    was_done = true;
  });
  await expect(refused).rejects.toEqual(new Refusal("busy"));
  first.end();
  await Promise.all(taken);
  expect(was_done).toBe(false);
  expect(await turns.take(1, async () => "done")).toBe("done");
});
