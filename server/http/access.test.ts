import { PassThrough } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import type { RouteShape } from "../../contract/route.ts";
import { contract } from "../../contract/table.ts";
import { useApp } from "../testing/app.ts";
import { anAdmin, aPlayer } from "../testing/makers.ts";

const server = useApp();

const JSON_BODY = { content_type: "application/json", body: "{}" };
const FORM = {
  content_type: "multipart/form-data; boundary=b",
  body: '--b\r\ncontent-disposition: form-data; name="amount"\r\n\r\n500\r\n--b--\r\n',
};

const routes = Object.entries<RouteShape>(contract).map(([key, { access, form }]) => ({
  key,
  access,
  ...(form ? FORM : JSON_BODY),
}));
const open = routes.filter(({ access }) => access === "public" || access === "optional");
const guarded = routes.filter((route) => !open.includes(route));
const for_admins = routes.filter(({ access }) => access === "admin");

/** Repeats the contract, so that a mistake there cannot open a route unnoticed. */
const FOR_ANYBODY = [
  "GET /about",
  "GET /health/live",
  "GET /health/ready",
  "GET /houses",
  "GET /houses/{id}",
  "GET /houses/{id}/can-play",
  "GET /results",
  "GET /results/latest",
  "GET /results/top-win",
  "POST /auth/forgot-password",
  "POST /auth/login",
  "POST /auth/register",
  "POST /auth/reset-password",
];

/** The same for routes outside /admin that only admins may call. */
const FOR_ADMINS = [
  "DELETE /houses/{id}",
  "POST /houses",
  "POST /results",
  "POST /results/{id}/publish",
  "PUT /houses/{id}",
  "PUT /results/{id}",
];

async function ask(key: string, headers: Record<string, string>, payload?: PassThrough) {
  const [method = "", path = ""] = key.split(" ");
  return server.app.inject({
    method: method === "GET" || method === "PUT" || method === "DELETE" ? method : "POST",
    url: `/api${path.replace(/\{\w+\}/g, "1")}`,
    headers,
    ...(payload && { payload }),
  });
}

/** The status of a request without a body: access is checked before the body. */
const statusOf = async (key: string, authorization?: string): Promise<number> =>
  (await ask(key, authorization === undefined ? {} : { authorization })).statusCode;

describe("access", () => {
  it("is declared for every route, and all four kinds occur", () => {
    expect(new Set(routes.map(({ access }) => access))).toStrictEqual(
      new Set(["public", "optional", "session", "admin"]),
    );
  });

  it("is as decided: only admins under /admin, everybody where no account is needed", () => {
    const opened = routes.filter(
      ({ key, access }) => key.includes(" /admin/") && access !== "admin",
    );
    expect(opened).toStrictEqual([]);
    expect(open.map(({ key }) => key).toSorted()).toStrictEqual(FOR_ANYBODY);
    const elsewhere = for_admins.filter(({ key }) => !key.includes(" /admin/"));
    expect(elsewhere.map(({ key }) => key).toSorted()).toStrictEqual(FOR_ADMINS);
  });

  it("a guarded route refuses a request without a session", async () => {
    for (const { key } of guarded) {
      expect({ key, status: await statusOf(key) }).toStrictEqual({ key, status: 401 });
    }
  });

  it("a guarded route refuses a token without a session", async () => {
    const token = "x".repeat(43);
    for (const { key } of guarded) {
      const status = await statusOf(key, `Bearer ${token}`);
      expect({ key, status }).toStrictEqual({ key, status: 401 });
    }
  });

  it.each(["user", "agent"] as const)("an admin route refuses an %s", async (role) => {
    const token = await server.signIn(await aPlayer(server.db, { role }));
    for (const { key } of for_admins) {
      const status = await statusOf(key, `Bearer ${token}`);
      expect({ key, status }).toStrictEqual({ key, status: 403 });
    }
  });

  it("a call whose session ends before its body has arrived is refused", async () => {
    const find = vi.spyOn(server.context.sessions, "find");
    const changing = guarded.filter(({ key }) => !key.startsWith("GET "));
    for (const { key, content_type, body } of changing) {
      const as = await server.signIn(await anAdmin(server.db));
      const sent = new PassThrough();
      find.mockClear();
      const headers = { authorization: `Bearer ${as}`, "content-type": content_type };
      const answering = ask(key, headers, sent);
      while (find.mock.calls.length === 0) await nextTurn();
      await server.ask("POST /auth/logout", { as });
      sent.end(body);
      expect({ key, status: (await answering).statusCode }).toStrictEqual({ key, status: 401 });
    }
  });

  it("an open route refuses nobody", async () => {
    for (const { key } of open) {
      for (const authorization of [undefined, `Bearer ${"x".repeat(43)}`]) {
        const status = await statusOf(key, authorization);
        expect({ key, is_open: ![401, 403].includes(status) }).toStrictEqual({
          key,
          is_open: true,
        });
      }
    }
  });

  it("a public route looks up no session", async () => {
    const token = await server.signIn(await aPlayer(server.db));
    const find = vi.spyOn(server.app.context.sessions, "find");
    for (const { key, access } of open) {
      find.mockClear();
      await statusOf(key, `Bearer ${token}`);
      expect({ key, calls: find.mock.calls.length }).toStrictEqual({
        key,
        calls: access === "public" ? 0 : 1,
      });
    }
  });
});
