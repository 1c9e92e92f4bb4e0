import { expect, test } from "vitest";
import { useApp } from "../testing/app.ts";
import { aPlayer } from "../testing/makers.ts";

const server = useApp();

const send = (
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  token: string,
  payload = "",
) =>
  server.app.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    payload,
  });

test("an empty body counts as no body on a route that takes none", async () => {
  const token = await server.signIn(await aPlayer(server.db));
  expect((await send("DELETE", "/users/sessions", token)).statusCode).toBe(204);
  expect((await send("GET", "/auth/me", token)).statusCode).toBe(200);
  expect((await send("POST", "/auth/logout", token)).statusCode).toBe(204);
  expect((await send("GET", "/auth/me", token)).statusCode).toBe(401);
});

test.each([
  ["/wallet/withdraw", "amount is missing"],
  ["/orders/play", "house_id is missing"],
])("an empty body to %s is refused with the missing field", async (path, problem) => {
  const token = await server.signIn(await aPlayer(server.db));
  const answer = await send("POST", path, token);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    code: "invalid_input",
    detail: `Please check what was sent: ${problem}`,
  });
});

test("an empty body changes nothing on a route whose fields are all optional", async () => {
  const token = await server.signIn(await aPlayer(server.db, { full_name: "Asha" }));
  const answer = await send("PUT", "/users/profile", token);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ full_name: "Asha", language: "en" });
});

test.each(["{", " ", "}", '{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":1}}'])(
  "%j is not JSON that is taken",
  async (payload) => {
    const token = await server.signIn(await aPlayer(server.db));
    const answer = await send("POST", "/auth/logout", token, payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: "malformed_body" });
    expect((await send("GET", "/auth/me", token)).statusCode).toBe(200);
  },
);
