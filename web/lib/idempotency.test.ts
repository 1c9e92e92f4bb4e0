import { expect, test } from "vitest";
import { fingerprintOf, isEarlier, keyOf, resolveKey } from "./idempotency.ts";

const order = (amount: number) => fingerprintOf(1, "POST /orders/play", { body: { amount } });

test("a request keeps its key until its outcome is known", () => {
  const key = keyOf({}, order(10));
  expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(keyOf({}, order(10))).toBe(key);
  resolveKey(order(10));
  expect(keyOf({}, order(10))).not.toBe(key);
});

test("the second of two taps keeps the key when the first has its answer", () => {
  const [first, second] = [{}, {}];
  const key = keyOf(first, order(40));
  expect(keyOf(second, order(40))).toBe(key);
  resolveKey(order(40));
  expect(keyOf(second, order(40))).toBe(key);
});

test("other contents have another key", () => {
  expect(keyOf({}, order(20))).not.toBe(keyOf({}, order(30)));
});

test("forms differ by their fields and files", () => {
  const form = (name: string) => {
    const data = new FormData();
    data.set("amount", "100");
    data.set("proof", new File(["x"], name, { lastModified: 1 }));
    return fingerprintOf(1, "POST /wallet/deposit", { form: data });
  };
  expect(form("a.png")).toBe(form("a.png"));
  expect(form("a.png")).not.toBe(form("b.png"));
});

test("what was made more than a second before a press is of an earlier one", () => {
  const pressed_at = Date.parse("2026-11-20T10:00:00Z");
  const made = (created_at: string) => isEarlier({ created_at }, pressed_at);
  expect(made("2026-11-20T09:59:58.999Z")).toBe(true);
  expect(made("2026-11-20T09:59:59.000Z")).toBe(false);
  expect(made("2026-11-20T10:00:00.001Z")).toBe(false);
  expect(isEarlier({ created_at: "2026-11-20T09:00:00Z" }, -Infinity)).toBe(false);
});
