import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { errors } from "../../contract/errors.ts";
import type { RouteShape } from "../../contract/route.ts";
import { contract, type RouteKey } from "../../contract/table.ts";
import { useApp } from "../testing/app.ts";
import { inject } from "../testing/inject.ts";
import { at } from "../testing/game.ts";
import { aHouse, anAdmin, setClock } from "../testing/makers.ts";
import { describeApi } from "./openapi.ts";

const server = useApp();
const api = describeApi(contract);
// Both rounds of the day are closed: results are accepted, and orders only for the next day.
beforeAll(() => setClock(server.db, at("21:00")));

/** A valid body for each route that takes one; the tests spoil it field by field. */
const good_bodies = {
  "POST /auth/register": { full_name: "Asha", phone: "9876500001", password: "arrow-7" },
  "POST /auth/login": { phone: "9876500001", password: "arrow-7" },
  "POST /auth/forgot-password": { phone: "9876500001" },
  "POST /auth/reset-password": { phone: "9876500001", code: "123456", new_password: "arrow-8" },
  "PUT /users/profile": { full_name: "Asha", email: "asha@example.in", language: "hi" },
  "POST /users/change-password": { old_password: "not this one", new_password: "arrow-9" },
  "POST /houses": {
    name: "Shillong FC",
    location: "Shillong",
    first_round_time: "3:00 PM",
    second_round_time: "8:00 PM",
    name_translations: { hi: "शिलांग" },
    min_play: 10,
    max_play: 100,
    is_active: true,
  },
  "PUT /houses/{id}": { name: "Shillong BS", is_active: true, min_play: 20, location: "Shillong" },
  "POST /wallet/withdraw": {
    amount: 100,
    account_details: { account_type: "upi", upi_id: "asha@bank" },
  },
  "PUT /admin/users/{id}/status": { is_active: true },
  "PUT /admin/users/{id}/role": { role: "agent" },
  "POST /admin/payments/{id}/reject": { reason: "unreadable" },
  "POST /admin/payment-methods": {
    name: "UPI",
    direction: "deposit",
    method_type: "upi",
    upi_id: "house@bank",
    icon_url: "/upi.svg",
    is_active: true,
  },
  "PUT /admin/payment-methods/{id}": { name: "UPI", upi_id: "house@bank", icon_url: null },
  "POST /orders/play": {
    house_id: 1,
    play_date: "2026-11-21",
    plays: [{ type: "direct", round: "first", number: 45, amount: 10 }],
  },
  "POST /admin/orders/{id}/void": { reason: "placed twice" },
  "POST /results": { house_id: 1, date: "2026-11-20", first_round: 45, second_round: null },
  "PUT /results/{id}": { house_id: 1, date: "2026-11-20", first_round: 45, second_round: 7 },
  "POST /results/{id}/publish": {
    house_id: 1,
    date: "2026-11-20",
    first_round: 45,
    second_round: 7,
  },
  "POST /notifications/read": { up_to: 1 },
  "POST /admin/broadcast": { message: "No play on Sunday", target: "user" },
} satisfies Partial<Record<RouteKey, Record<string, unknown>>>;

const bad_values: unknown[] = [
  null,
  true,
  -1,
  0.1,
  1e308,
  2 ** 53,
  9_007_199_254_740_991,
  99_999_999_999,
  "",
  " ",
  "0",
  "NaN",
  "a\u0000b",
  "\u0000",
  "\ud800",
  "2026-02-30",
  "9999-12-31",
  "x".repeat(5_000),
  "'; drop table users; --",
  "../../etc/passwd",
  [],
  [[]],
  [null],
  {},
  { $ne: null },
  { toString: 1 },
];

const bad_ids = ["-1", "1.5", "abc", "1e3", "%00", "%27", "%D9%A1"];

/** Ids of the maximum length, beyond a double's exact integers, and beyond bigint. */
const beyond_ids = ["9".repeat(15), "9".repeat(16), "9223372036854775808", "9".repeat(99)];
const unused_ids = ["987654321", ...beyond_ids, "0", "01"];

const bad_texts = ["", "-1", "1.5", "abc", "1e9", "99999999999", "%00", "2026-02-30", "null"];

/**
 * The status of a response. An error must have the shape of a refusal, and the API document must
 * list its code for the route.
 */
async function send(key: string, wish: Wish) {
  const [method = "", path = ""] = key.split(" ");
  const { status, body } = await inject(server.app, {
    method: method === "GET" || method === "PUT" || method === "DELETE" ? method : "POST",
    url: `/api${path.replace("{id}", wish.id ?? "1")}${wish.query ?? ""}`,
    headers: { authorization: `Bearer ${wish.token}`, ...wish.headers },
    ...(wish.payload !== undefined && { payload: wish.payload }),
  });
  if (status >= 400) {
    const { code, detail } = z.parse(Refusal, JSON.parse(body));
    expect(detail.length).toBeGreaterThan(5);
    const { code: wanted = code } = wish;
    expect({ key, code, status }).toMatchObject({ code: wanted, status: statusOf(code) });
    const described = api.paths[path]?.[method.toLowerCase()];
    if (described) expect(described.responses[status]?.description).toContain(`${code}: `);
  }
  expect(status, `${key} ${JSON.stringify(wish)}`).toBeLessThan(500);
  return status;
}

interface Wish {
  token: string;
  id?: string;
  query?: string;
  payload?: string | Buffer;
  headers?: Record<string, string>;
  /** The code of the refusal. */
  code?: string;
}

const Refusal = z.object({ code: z.string(), detail: z.string() });

const statusOf = (code: string): number | undefined =>
  Object.entries(errors).find(([name]) => name === code)?.[1].status;

/** Expects a status from 400 to 499. */
async function expectRefused(key: string, wish: Wish): Promise<void> {
  const status = await send(key, wish);
  expect(status, `${key} ${JSON.stringify(wish).slice(0, 200)}`).toBeGreaterThanOrEqual(400);
}

const JSON_TYPE = { "content-type": "application/json" };

const routes = Object.entries<RouteShape>(contract);
const with_json = routes.filter(([, { body, form }]) => body && !form).map(([key]) => key);
const bodies = new Map<string, Record<string, unknown>>(Object.entries(good_bodies));

const signInAsAdmin = async () => server.signIn(await anAdmin(server.db, { balance: 500 }));

describe("bad input", () => {
  it("can start from a valid body for every route that takes one", () => {
    expect([...bodies.keys()].toSorted()).toStrictEqual(with_json.toSorted());
  });

  it.each(["POST /orders/play", "POST /results"])(
    "starts from a body that %s takes",
    async (key) => {
      const token = await signInAsAdmin();
      const { id } = await aHouse(server.db);
      const payload = JSON.stringify({ ...bodies.get(key), house_id: id });
      expect(await send(key, { token, payload, headers: JSON_TYPE })).toBeLessThan(300);
    },
  );

  it.each(with_json)("in any field of %s causes no fault", async (key) => {
    const token = await signInAsAdmin();
    await aHouse(server.db);
    const good = bodies.get(key) ?? {};
    const statuses: number[] = [];
    for (const field of Object.keys(good)) {
      for (const value of [...bad_values, undefined]) {
        const payload = JSON.stringify({ ...good, [field]: value });
        statuses.push(await send(key, { token, payload, headers: JSON_TYPE }));
      }
    }
    expect(statuses.filter((status) => status >= 500)).toStrictEqual([]);
    expect(statuses).toContain(400);
  });

  it.each(with_json)("in place of the whole body of %s is refused", async (key) => {
    const token = await signInAsAdmin();
    const good = bodies.get(key) ?? {};
    for (const field of ["role", "balance", "wallet_balance", "is_verified", "id", "user_id"]) {
      const payload = JSON.stringify({ ...good, [field]: 1 });
      await expectRefused(key, { token, payload, headers: JSON_TYPE, code: "invalid_input" });
    }
    const texts = [
      "null",
      "5",
      '"text"',
      "[]",
      "{",
      " ",
      "\u0000",
      '{"a":1}}',
      '{"__proto__":{"role":"admin"}}',
      '{"constructor":{"prototype":{"role":"admin"}}}',
      "[".repeat(20_000),
      JSON.stringify({ ...good, full_name: "x".repeat(200_000) }),
    ];
    for (const payload of texts) await expectRefused(key, { token, payload, headers: JSON_TYPE });
  });

  it.each([
    "text/plain",
    "application/xml",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "application/jsonx",
    "nonsense",
  ])("of the type %s is refused by every route that takes JSON", async (type) => {
    const token = await signInAsAdmin();
    for (const key of with_json) {
      const payload = JSON.stringify(bodies.get(key));
      const status = await send(key, { token, payload, headers: { "content-type": type } });
      expect({ key, status }).toStrictEqual({ key, status: 415 });
    }
  });

  it("in a path is refused by every route; an unknown id is not found", async () => {
    const [refused, missing] = [{ status: 400 }, { status: 404 }];
    const token = await signInAsAdmin();
    await aHouse(server.db);
    for (const [key] of routes.filter(([, { params }]) => params)) {
      const good = bodies.get(key);
      const body = good && { payload: JSON.stringify(good), headers: JSON_TYPE };
      const to = (id: string) => send(key, { token, id, ...body });
      for (const id of bad_ids) expect({ key, id, status: await to(id) }).toMatchObject(refused);
      for (const id of unused_ids) expect({ key, id, status: await to(id) }).toMatchObject(missing);
    }
  });

  it("in a query string causes no fault", async () => {
    const token = await signInAsAdmin();
    const statuses: number[] = [];
    for (const [key, { query }] of routes) {
      const names = query
        ? Object.keys(z.toJSONSchema(query, { io: "input" }).properties ?? {})
        : [];
      for (const name of names) {
        for (const text of [...bad_texts, ...beyond_ids]) {
          statuses.push(await send(key, { token, query: `?${name}=${text}` }));
        }
        await expectRefused(key, { token, query: `?${name}=1&${name}=2` });
        await expectRefused(key, { token, query: `?${name}[]=1&${name}[]=2&${name}=%00` });
      }
      if (names.length > 0) await send(key, { token, query: "?&&=&%&a[b]=c&__proto__=1" });
    }
    expect(statuses.filter((status) => status >= 500)).toStrictEqual([]);
    expect(statuses).toContain(400);
  });

  it.each(["", "1", "not-a-uuid", "00000000-0000-0000-0000-00000000000g"])(
    "as an Idempotency-Key, %j, is refused by every call",
    async (idempotency_key) => {
      const token = await signInAsAdmin();
      for (const [key] of routes.filter(([, { idempotent }]) => idempotent)) {
        const good = bodies.get(key);
        const headers = { ...(good && JSON_TYPE), "idempotency-key": idempotency_key };
        const payload = good && { payload: JSON.stringify(good) };
        await expectRefused(key, { token, headers, ...payload });
      }
    },
  );

  it("in a form is refused", async () => {
    const token = await signInAsAdmin();
    const type = { "content-type": "multipart/form-data; boundary=x" };
    const part = (name: string, text: string, more = "") =>
      `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;
    const payloads = [
      "",
      "--x--\r\n",
      "--x\r\n",
      "nonsense",
      part("amount", "100"),
      `${part("amount", "100")}--x--\r\n`,
      `${part("amount", "1e3")}${part("payment_method", "1")}--x--\r\n`,
      `${part("amount", "-100")}${part("payment_method", "1")}--x--\r\n`,
      `${part("amount", "100")}${part("amount", "100")}${part("payment_method", "1")}--x--\r\n`,
      `${part("amount", "100")}${part("payment_method", "\u0000")}--x--\r\n`,
      `${part("amount", "100")}${part("payment_method", "999999999")}--x--\r\n`,
      ...beyond_ids.map((id) => `${part("amount", "100")}${part("payment_method", id)}--x--\r\n`),
      `${part("amount", "100")}${part("payment_method", "1")}${part("role", "admin")}--x--\r\n`,
      `${part("amount", "100")}${part("payment_method", "1")}${part("__proto__", "1")}--x--\r\n`,
      `${part("amount", "100")}${part("payment_method", "1")}${part("proof", "text")}--x--\r\n`,
      `${part("amount", "100", '; filename="a.png"')}${part("payment_method", "1")}--x--\r\n`,
      `${part("amount", "x".repeat(10_000))}${part("payment_method", "1")}--x--\r\n`,
      `${Array.from({ length: 50 }, (_, i) => part(`f${i}`, "1")).join("")}--x--\r\n`,
      `${part("proof", "1", '; filename="a"')}${part("more", "1", '; filename="b"')}--x--\r\n`,
    ];
    for (const payload of payloads) {
      await expectRefused("POST /wallet/deposit", { token, payload, headers: type });
    }
    const json = {
      payload: JSON.stringify({ amount: 100, payment_method: 1 }),
      headers: JSON_TYPE,
    };
    await expectRefused("POST /wallet/deposit", { token, ...json });
    await expectRefused("POST /wallet/deposit", { token });
  });

  it.each([
    "GET /nothing",
    "POST /nothing",
    "GET /auth/login",
    "DELETE /auth/me",
    "PUT /orders/play",
    "POST /houses/1",
    "GET /houses/1/2/3",
    "GET //houses",
    "GET /../main.ts",
    "GET /%2e%2e/%2e%2e/package.json",
    "GET /%zz",
    `GET /houses/${"1".repeat(500)}`,
    "GET /.env",
  ])("as a URL, %s, is not found", async (key) => {
    const token = await signInAsAdmin();
    expect(await send(key, { token })).toBe(404);
  });
});
