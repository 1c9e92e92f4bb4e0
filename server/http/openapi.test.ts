import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { routes } from "../../contract/route.ts";
import { contract } from "../../contract/table.ts";
import { expectDocumented, useApp } from "../testing/app.ts";
import { notation, pageOf } from "./docs.ts";
import { describeApi } from "./openapi.ts";

const server = useApp();
const api = describeApi(contract);

const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) => ({
    key: `${method.toUpperCase()} ${path}`,
    call,
  })),
);

describe("the API document", () => {
  it("is served and describes every route of the contract", async () => {
    const answer = await server.app.inject({ url: "/api/openapi.json" });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.json()).toStrictEqual(JSON.parse(JSON.stringify(api)));
    expect(calls.map(({ key }) => key).toSorted()).toStrictEqual(Object.keys(contract).toSorted());
  });

  it("gives every operation a unique id", () => {
    const names = calls.map(({ call }) => call.operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain("getHousesIdCanPlay");
  });

  it("states the access of each route", () => {
    const security = (key: string) => calls.find((one) => one.key === key)?.call.security;
    expect(security("POST /auth/login")).toStrictEqual([]);
    expect(security("GET /results")).toStrictEqual([{}, { session: [] }]);
    expect(security("POST /orders/play")).toStrictEqual([{ session: [] }]);
    expect(security("POST /houses")).toStrictEqual([{ session: ["admin"] }]);
  });

  it("describes the parameters, body, response and refusals of a route", () => {
    const call = calls.find(({ key }) => key === "POST /orders/{id}/cancel")?.call;
    expect(
      call?.parameters.map(({ name, in: place, required }) => [name, place, required]),
    ).toEqual([
      ["id", "path", true],
      ["Idempotency-Key", "header", false],
    ]);
    expect(Object.keys(call?.responses ?? {})).toStrictEqual([
      "200",
      "400",
      "401",
      "404",
      "409",
      "500",
      "503",
    ]);
    expect(call?.responses["409"]?.description).toContain("order_not_pending: ");
  });

  it("lists `busy` for routes with a session and for reads", () => {
    const mayBeBusy = (key: string) =>
      calls.find((one) => one.key === key)?.call.responses["503"]?.description.startsWith("busy: ");
    expect(mayBeBusy("GET /auth/me")).toBe(true);
    expect(mayBeBusy("PUT /houses/{id}")).toBe(true);
    expect(mayBeBusy("GET /results/latest")).toBe(true);
    expect(mayBeBusy("GET /houses/{id}")).toBe(true);
    expect(mayBeBusy("POST /auth/forgot-password")).toBe(true);
    expect(mayBeBusy("GET /health/ready")).toBe(true);
    expect(mayBeBusy("GET /health/live")).toBeUndefined();
  });

  it("names each refusal that a call gives in a test", () => {
    expectDocumented("POST /auth/login", "invalid_credentials");
    expect(() => expectDocumented("POST /auth/login", "wrong_password")).toThrow(
      "the API document does not name wrong_password for POST /auth/login",
    );
  });

  it("lists `outcome_unknown` for every route that changes something", () => {
    for (const { key, call } of calls) {
      const may_be_unknown = call.responses["500"]?.description.includes("outcome_unknown: ");
      expect({ key, may_be_unknown }).toEqual({ key, may_be_unknown: !key.startsWith("GET ") });
    }
  });

  it("lists `idempotency_conflict` for every route that accepts a key", () => {
    for (const { key, call } of calls) {
      const accepts_key = call.parameters.some(({ name }) => name === "Idempotency-Key");
      const may_conflict =
        call.responses["409"]?.description.includes("idempotency_conflict: ") ?? false;
      expect({ key, may_conflict }).toEqual({ key, may_conflict: accepts_key });
    }
  });

  it("lists `not_found` for routes with an id, which may be any number", () => {
    const with_id = calls.filter(({ key }) => key.includes("{id}"));
    expect(with_id.length).toBeGreaterThan(10);
    for (const { key, call } of with_id) {
      const [id] = call.parameters;
      expect({ key, id: id?.schema.pattern }).toEqual({ key, id: "^\\d+$" });
      expect(call.responses["404"]?.description).toContain("not_found: ");
    }
  });

  it("marks bodies as optional where an empty object is valid", () => {
    const isNeeded = (key: string) =>
      calls.find((one) => one.key === key)?.call.requestBody?.required;
    expect(isNeeded("POST /results")).toBe(true);
    expect(isNeeded("POST /wallet/deposit")).toBe(true);
    expect(isNeeded("POST /results/{id}/publish")).toBe(false);
  });

  it("describes optional query parameters, and no body for a route without one", () => {
    const call = calls.find(({ key }) => key === "GET /orders")?.call;
    expect(call).not.toHaveProperty("requestBody");
    expect(call?.parameters).toMatchObject([
      { name: "limit", in: "query", required: false },
      { name: "skip", in: "query", required: false },
      { name: "status", in: "query", required: false },
    ]);
  });

  it("describes numbers in a query or a form as numbers with their bounds", () => {
    const call = calls.find(({ key }) => key === "GET /wallet/transactions")?.call;
    const [limit, before] = JSON.parse(JSON.stringify(call?.parameters.map((one) => one.schema)));
    expect(limit).toEqual({
      type: "integer",
      minimum: 1,
      maximum: 100,
      default: 20,
      description: "from 1 to 100; 20 when absent",
    });
    expect(before).toEqual({ type: "integer", minimum: 1 });
    const form = calls.find(({ key }) => key === "POST /wallet/deposit")?.call.requestBody?.content;
    expect(form?.["multipart/form-data"]?.schema.properties).toMatchObject({
      payment_method: { type: "integer", minimum: 1 },
    });
  });

  it("states how many plays an order holds", () => {
    const order = calls.find(({ key }) => key === "POST /orders/play")?.call.requestBody?.content;
    expect(order?.["application/json"]?.schema.properties).toMatchObject({
      plays: { maxItems: 500 },
    });
  });

  it("states the years of a day and the decimals of an amount in a form", () => {
    const day = calls
      .find(({ key }) => key === "GET /admin/orders")
      ?.call.parameters.find(({ name }) => name === "date")?.schema;
    expect(day).toMatchObject({ type: "string", format: "date", pattern: "^2[01]" });
    const form = calls.find(({ key }) => key === "POST /wallet/deposit")?.call.requestBody?.content;
    const { amount } = Object(form?.["multipart/form-data"]?.schema.properties);
    expect(
      ["100", "100.5", "-4.35"].filter((text) => !new RegExp(amount.pattern).test(text)),
    ).toEqual([]);
    expect(["1.005", "1e3", ".5"].filter((text) => new RegExp(amount.pattern).test(text))).toEqual(
      [],
    );
  });

  it("describes forms as multipart and files as binary", () => {
    const call = calls.find(({ key }) => key === "POST /wallet/deposit")?.call;
    expect(call?.requestBody?.content).toMatchObject({
      "multipart/form-data": {
        schema: { properties: { proof: { type: "string", format: "binary" } } },
      },
    });
  });

  it("has no dangling references", () => {
    const references = [...JSON.stringify(api).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, at]) => at,
    );
    expect(new Set(references)).toStrictEqual(new Set(["components/schemas/Error"]));
    expect(api.components).toHaveProperty("schemas.Error");
  });
});

describe("its page", () => {
  it("is plain HTML with its own style sheet and loads nothing from other hosts", async () => {
    const page = await server.app.inject({ url: "/api/docs" });
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(page.payload).not.toMatch(/<script|<style|style=|onclick|https?:\/\//);
    const [, css = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(page.payload) ?? [];
    const style = await server.app.inject({ url: css });
    expect(style.statusCode).toBe(200);
    expect(style.headers["content-type"]).toBe("text/css; charset=utf-8");
  });

  it("shows every route with its summary", () => {
    const page = pageOf(api);
    for (const { key, call } of calls) {
      expect(page).toContain(`id="${call.operationId}"`);
      expect(page).toContain(`<code>${key.split(" ")[1]}</code>`);
    }
  });

  it("shows the maximum and the default of a page's limit", () => {
    const [, of_orders = ""] = pageOf(api).split('id="getOrders"');
    const [, limit = ""] = of_orders.split("<code>limit</code>");
    expect(limit.split("</dd>")[0]).toContain("from 1 to 100; 20 when absent");
  });

  it("escapes texts of the contract", () => {
    const table = routes({
      "GET /x": { summary: `<b>"&"</b>`, access: "public", reply: z.string(), refusals: [] },
    });
    expect(pageOf(describeApi(table))).toContain("&lt;b&gt;&quot;&amp;&quot;&lt;/b&gt;");
  });

  it.each([
    [z.string(), "string"],
    [z.int(), "integer"],
    [z.int().check(z.gte(1)), "integer (≥ 1)"],
    [z.record(z.string(), z.union([z.string(), z.int()])), "{ [name: string]: string | integer }"],
    [z.string().check(z.minLength(2), z.maxLength(5)), "string (length ≥ 2 ≤ 5)"],
    [z.nullable(z.string()), "string | null"],
    [z.array(z.enum(["a", "b"])), '("a" | "b")[]'],
    [z.array(z.object({ a: z.boolean() })), "{\n  a: boolean\n}[]"],
    [z.object({ a: z.optional(z.number()) }), "{\n  a?: number\n}"],
    [z.object({ a: z.object({ b: z.literal(1) }) }), "{\n  a: {\n    b: 1\n  }\n}"],
    [z.unknown(), "any"],
  ])("shows a schema in TypeScript notation", (schema, text) => {
    expect(notation(z.toJSONSchema(schema, { unrepresentable: "any" }))).toBe(text);
  });
});
