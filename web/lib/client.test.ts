import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { api, onSessionEnd, openStream } from "./client.ts";
import { getToken, setToken } from "./token.ts";

const fetched = vi.fn<typeof fetch>();

beforeEach(() => void vi.stubGlobal("fetch", fetched));

afterEach(() => {
  fetched.mockReset();
  vi.unstubAllGlobals();
  setToken(null);
});

test("a call fills its path and query string and sends the token and the key", async () => {
  setToken("secret");
  fetched.mockResolvedValueOnce(json(200, {}));
  await api("POST /orders/{id}/cancel", { params: { id: 7 }, key: "k" });
  const [address, init] = fetched.mock.calls[0] ?? [];
  expect(address).toBe("/api/orders/7/cancel");
  const headers = new Headers(init?.headers);
  expect(headers.get("authorization")).toBe("Bearer secret");
  expect(headers.get("idempotency-key")).toBe("k");
});

test("query parameters that are undefined are left out", async () => {
  fetched.mockResolvedValueOnce(json(200, []));
  await api("GET /orders", { query: { limit: 5, status: undefined } });
  expect(fetched.mock.calls[0]?.[0]).toBe("/api/orders?limit=5");
});

test("a refusal is thrown with its code, params and fields", async () => {
  const reply = { code: "stake_too_low", detail: "No", params: { min: 10 }, fields: { a: "b" } };
  fetched.mockResolvedValueOnce(json(400, reply));
  await expect(api("GET /houses")).rejects.toMatchObject({ status: 400, ...reply });
});

test("an error response in another format is unexpected and keeps its status", async () => {
  fetched.mockResolvedValueOnce(new Response("<html>", { status: 502 }));
  await expect(api("GET /houses")).rejects.toMatchObject({ status: 502, code: "unexpected" });
});

test("a missing response is a network failure", async () => {
  fetched.mockRejectedValueOnce(new TypeError("failed"));
  await expect(api("GET /houses")).rejects.toMatchObject({ status: 0, code: "network" });
});

test("an incomplete response is a network failure, whatever its status", async () => {
  const type = { "content-type": "application/json" };
  fetched.mockResolvedValueOnce(new Response(incompleteBody('{"id": 7, "ho'), { headers: type }));
  await expect(api("GET /houses")).rejects.toMatchObject({ status: 0, code: "network" });
  fetched.mockResolvedValueOnce(new Response(incompleteBody("RIFF")));
  await expect(api("GET /houses")).rejects.toMatchObject({ status: 0, code: "network" });
});

test("an aborted call fails with its abort error, not with a network failure", async () => {
  const giving_up = new AbortController();
  fetched.mockImplementationOnce(async () => {
    giving_up.abort();
    return new Response(incompleteBody("RIFF"));
  });
  const { signal } = giving_up;
  await expect(api("GET /houses", { signal })).rejects.not.toBeInstanceOf(ApiError);
});

describe("on a connection that has died", () => {
  let waiting: AbortController;
  const limit = vi.fn<typeof AbortSignal.timeout>();

  beforeEach(() => {
    waiting = new AbortController();
    limit.mockReset().mockReturnValue(waiting.signal);
    vi.spyOn(AbortSignal, "timeout").mockImplementation(limit);
  });

  test("a call fails after half a minute, as without a connection", async () => {
    fetched.mockImplementation(hanging);
    const { signal } = new AbortController();
    const made = [
      api("GET /houses", { signal }),
      api("PUT /users/profile", { body: { full_name: "Rida" } }),
    ];
    waiting.abort();
    for (const call of made) {
      await expect(call).rejects.toMatchObject({ status: 0, code: "network" });
    }
    expect(limit.mock.calls).toEqual([[30_000], [30_000]]);
  });

  test("a check of the books and publishing have ten minutes", async () => {
    fetched.mockImplementation(hanging);
    const published = { house_id: 1, date: "2026-11-20", first_round: 45, second_round: null };
    const made = [
      api("GET /admin/books"),
      api("POST /results/{id}/publish", { params: { id: 1 }, body: published }),
    ];
    waiting.abort();
    for (const call of made) await expect(call).rejects.toMatchObject({ code: "network" });
    expect(limit.mock.calls).toEqual([[600_000], [600_000]]);
  });

  test("a call whose response stops half way fails too", async () => {
    let begun = (): void => undefined;
    const isReading = new Promise<void>((resolve) => (begun = resolve));
    fetched.mockImplementationOnce(async (_, sent) => {
      const body = new ReadableStream<Uint8Array>({
        start: (reader) =>
          sent?.signal?.addEventListener("abort", () => reader.error(sent.signal?.reason)),
        pull: begun,
      });
      return new Response(body, { headers: { "content-type": "application/json" } });
    });
    const made = api("GET /houses");
    await isReading;
    waiting.abort();
    await expect(made).rejects.toMatchObject({ status: 0, code: "network" });
  });

  test("a stream of events has no such limit", async () => {
    fetched.mockImplementationOnce(async () => new Response(new ReadableStream()));
    const { signal } = new AbortController();
    const reader = (await openStream("GET /events", { signal })).getReader();
    expect(limit).not.toHaveBeenCalled();
    await reader.cancel();
  });

  test("a caller that gives up earlier gets its own abort error", async () => {
    fetched.mockImplementationOnce(hanging);
    const giving_up = new AbortController();
    const made = api("GET /houses", { signal: giving_up.signal });
    giving_up.abort("given up");
    await expect(made).rejects.toBe("given up");
  });
});

test("a busy server's retry-after is read", async () => {
  const busy = json(503, { code: "busy", detail: "Busy" }, { "retry-after": "2" });
  fetched.mockResolvedValueOnce(busy);
  await expect(api("GET /houses")).rejects.toMatchObject({ retry_after_seconds: 2 });
});

test("a 401 on a call with a token ends the session and calls the listener once", async () => {
  const told = vi.fn<() => void>();
  const stop = onSessionEnd(told);
  setToken("old");
  fetched.mockImplementation(async () => json(401, { code: "session_required", detail: "" }));
  const calls = await Promise.allSettled([api("GET /auth/me"), api("GET /orders")]);
  expect(calls.map(sessionEnded)).toEqual([true, true]);
  expect(getToken()).toBeNull();
  expect(told).toHaveBeenCalledTimes(1);
  stop();
});

test("a 401 without a token is an ordinary refusal", async () => {
  const told = vi.fn<() => void>();
  const stop = onSessionEnd(told);
  fetched.mockResolvedValueOnce(json(401, { code: "invalid_credentials", detail: "No" }));
  const body = { phone: "9876543210", password: "wrong1" };
  await expect(api("POST /auth/login", { body })).rejects.toMatchObject({ session_ended: false });
  expect(told).not.toHaveBeenCalled();
  stop();
});

test("a wrong password at a login does not end a stored session", async () => {
  setToken("secret");
  const told = vi.fn<() => void>();
  const stop = onSessionEnd(told);
  fetched.mockResolvedValueOnce(json(401, { code: "invalid_credentials", detail: "No" }));
  const body = { phone: "9876543210", password: "wrong" };
  await expect(api("POST /auth/login", { body })).rejects.toMatchObject({
    code: "invalid_credentials",
  });
  expect(told).not.toHaveBeenCalled();
  expect(getToken()).toBe("secret");
  stop();
});

test("a late 401 for an old token does not end the new session", async () => {
  setToken("old");
  fetched.mockImplementationOnce(async () => {
    setToken("new");
    return json(401, { code: "session_required", detail: "" });
  });
  await expect(api("GET /auth/me")).rejects.toBeInstanceOf(ApiError);
  expect(getToken()).toBe("new");
});

describe("once another user is signed in", () => {
  /** Signs another user in and then returns the response. */
  const afterSwitch = (outcome: () => Response | Promise<Response>) => async () => {
    setToken("new");
    return outcome();
  };

  test.each([
    ["a response", () => json(200, { wallet_balance: 70 })],
    ["a file", () => new Response("RIFF")],
    ["an empty response", () => new Response(null, { status: 204 })],
    ["a refusal", () => json(400, { code: "insufficient_balance", detail: "No" })],
    ["a network failure", () => Promise.reject(new TypeError("failed"))],
  ])("%s is discarded", async (_, outcome) => {
    setToken("old");
    fetched.mockImplementationOnce(afterSwitch(outcome));
    await expect(api("GET /auth/me")).rejects.toMatchObject({ session_ended: true });
    expect(getToken()).toBe("new");
  });

  test("a late login is discarded", async () => {
    fetched.mockImplementationOnce(afterSwitch(() => json(200, { access_token: "late" })));
    const body = { phone: "9876543210", password: "right1" };
    await expect(api("POST /auth/login", { body })).rejects.toMatchObject({ session_ended: true });
  });

  test("an open stream is aborted", async () => {
    setToken("old");
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    fetched.mockResolvedValueOnce(new Response(readable));
    const { signal } = new AbortController();
    const reader = (await openStream("GET /events", { signal })).getReader();
    const writer = writable.getWriter();
    const send = (text: string) => writer.write(new TextEncoder().encode(text));
    void send("for the one");
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toBe("for the one");
    setToken("new");
    void send("for the one, too").catch(() => undefined);
    await expect(reader.read()).rejects.toMatchObject({ session_ended: true });
  });
});

/** Only an abort ends the wait. */
const hanging: typeof fetch = (_, sent) =>
  new Promise((_answer, reject) => {
    sent?.signal?.addEventListener("abort", () => reject(sent.signal?.reason));
  });

/** A body of which only the first part arrives. */
const incompleteBody = (beginning: string) => {
  const coming = [new TextEncoder().encode(beginning)];
  return new ReadableStream({
    pull(body) {
      const bytes = coming.pop();
      if (bytes) body.enqueue(bytes);
      else body.error(new TypeError("terminated"));
    },
  });
};

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });

const sessionEnded = (call: PromiseSettledResult<unknown>) =>
  call.status === "rejected" && call.reason instanceof ApiError && call.reason.session_ended;
