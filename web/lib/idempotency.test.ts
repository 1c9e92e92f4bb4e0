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

test("the second of two taps keeps the key after the first has its outcome", () => {
  const [first, second] = [{}, {}];
  const key = keyOf(first, order(40));
  expect(keyOf(second, order(40))).toBe(key);
  resolveKey(order(40));
  expect(keyOf(second, order(40))).toBe(key);
});

test("other contents, another route and another user have different keys", () => {
  const body = { body: { amount: 20 } };
  const asked = [
    order(20),
    order(30),
    fingerprintOf(1, "POST /wallet/withdraw", body),
    fingerprintOf(2, "POST /orders/play", body),
  ];
  expect(new Set(asked.map((fingerprint) => keyOf({}, fingerprint))).size).toBe(4);
});

test("what is stored does not contain the request", () => {
  const body = { amount: 500, account_details: { account_number: "123456789012" } };
  const fingerprint = fingerprintOf(1, "POST /wallet/withdraw", { body });
  expect(fingerprint).toMatch(/^unresolved -?\d{1,10}$/);
});

test("requests of all amounts have different fingerprints", () => {
  const amounts = Array.from({ length: 49_901 }, (_, n) => 100 + n);
  expect(new Set(amounts.map(order)).size).toBe(amounts.length);
});

test("forms with different fields or files have different fingerprints", () => {
  const form = (amount: string, content: string, name: string, lastModified: number) => {
    const data = new FormData();
    data.set("amount", amount);
    data.set("proof", new File([content], name, { lastModified }));
    return fingerprintOf(1, "POST /wallet/deposit", { form: data });
  };
  const one = form("100", "x", "a.png", 1);
  expect(form("100", "x", "a.png", 1)).toBe(one);
  expect(form("101", "x", "a.png", 1)).not.toBe(one);
  expect(form("100", "xy", "a.png", 1)).not.toBe(one);
  expect(form("100", "x", "b.png", 1)).not.toBe(one);
  expect(form("100", "x", "a.png", 2)).not.toBe(one);
});

test("a row created more than a second before a press belongs to an earlier press", () => {
  const pressed_at = Date.parse("2026-11-20T10:00:00Z");
  const made = (created_at: string) => isEarlier({ created_at }, pressed_at);
  expect(made("2026-11-20T09:59:58.999Z")).toBe(true);
  expect(made("2026-11-20T09:59:59.000Z")).toBe(false);
  expect(made("2026-11-20T10:00:00.001Z")).toBe(false);
  expect(isEarlier({ created_at: "2026-11-20T09:00:00Z" }, -Infinity)).toBe(false);
});
