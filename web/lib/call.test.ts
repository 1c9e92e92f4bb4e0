import { MutationObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { callWithKey, isUnresolved, mutationOf } from "./call.ts";
import { noteServerTime } from "./clock.ts";
import { fingerprintOf } from "./idempotency.ts";
import { isOutcomeUnknown, makeQueryClient, noteConnection } from "./query.ts";
import { writeInTab } from "./storage.ts";
import { setToken } from "./token.ts";

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal("fetch", fetched);
  setToken("secret");
});

afterEach(() => {
  fetched.mockReset();
  setToken(null);
  vi.unstubAllGlobals();
});

test("a call that moves money gets a new key once its outcome is known", async () => {
  answer(Response.json({}), refusal(400, "insufficient_balance"), Response.json({}));
  for (let times = 0; times < 3; times += 1) await withdraw(100).catch(() => undefined);
  expect(new Set(keys()).size).toBe(3);
});

test.each([
  ["no answer came", () => Promise.reject(new TypeError("failed"))],
  ["its answer broke off", async () => new Response("{", { headers: JSON_TYPE })],
  ["the server failed", async () => refusal(500, "outcome_unknown")],
  ["the server was busy", async () => refusal(503, "busy")],
  ["the session had ended", async () => refusal(401, "session_required")],
])("a call keeps its key for the next try if %s", async (_, first) => {
  fetched.mockImplementationOnce(first);
  await expect(withdraw(200)).rejects.toBeInstanceOf(ApiError);
  setToken("another");
  answer(Response.json({}));
  await withdraw(200);
  const [key, next] = keys();
  expect(next).toBe(key);
});

test("what is to be deleted and is gone already counts as deleted", async () => {
  const remove = () => callWithKey("DELETE /users/sessions/{id}", { params: { id: 4 } }, 7);
  answer(refusal(404, "not_found"), refusal(404, "unexpected"), refusal(503, "busy"));
  await expect(remove()).resolves.toBeUndefined();
  await expect(remove()).rejects.toMatchObject({ code: "unexpected" });
  await expect(remove()).rejects.toMatchObject({ code: "busy" });
});

test("a busy server does not hide that the outcome of an earlier try is unknown", async () => {
  const failure = () =>
    withdraw(700).then(
      () => undefined,
      (error: ApiError) => error,
    );
  answer(refusal(503, "busy"));
  const busy = await failure();
  expect([busy?.code, isOutcomeUnknown(busy)]).toEqual(["busy", false]);
  fetched.mockRejectedValueOnce(new TypeError("failed"));
  expect(isOutcomeUnknown(await failure())).toBe(true);
  answer(Response.json({ code: "busy", detail: "" }, { status: 503, headers: IN_5_SECONDS }));
  const unknown = await failure();
  expect(isOutcomeUnknown(unknown)).toBe(true);
  expect(unknown).toMatchObject({ status: 503, code: "network", retry_after_seconds: 5 });
  answer(refusal(400, "insufficient_balance"), refusal(503, "busy"));
  expect((await failure())?.code).toBe("insufficient_balance");
  expect(isOutcomeUnknown(await failure())).toBe(false);
});

test("a proxy's refusal does not end an earlier try whose outcome is unknown", async () => {
  const notFound = () => new Response("<h1>Not found</h1>", { status: 404 });
  answer(notFound());
  await expect(withdraw(750)).rejects.toMatchObject({ status: 404 });
  fetched.mockRejectedValueOnce(new TypeError("failed"));
  await expect(withdraw(750)).rejects.toMatchObject({ status: 0 });
  answer(notFound());
  expect(isOutcomeUnknown(await withdraw(750).catch((error: unknown) => error))).toBe(true);
  answer(Response.json({}));
  await withdraw(750);
  const [refused, ...same] = keys();
  expect(new Set(same).size).toBe(1);
  expect(same).not.toContain(refused);
});

test("a key from before a reload leaves the outcome unknown if the server is busy", async () => {
  const body = withdrawal(800);
  const isOpen = () => isUnresolved("POST /wallet/withdraw", body, ASHA);
  const fingerprint = fingerprintOf(ASHA, "POST /wallet/withdraw", body);
  expect(isOpen()).toBe(false);
  writeInTab(fingerprint, "019aa0c4-0000-7000-8000-000000000001");
  expect(isOpen()).toBe(true);
  answer(refusal(503, "busy"));
  await expect(withdraw(800)).rejects.toMatchObject({ status: 503, code: "network" });
  expect(isOpen()).toBe(true);
  answer(Response.json({}));
  await withdraw(800);
  expect(isOpen()).toBe(false);
});

test("only a request that may have been done is unresolved", async () => {
  const isOpen = () => isUnresolved("POST /wallet/withdraw", withdrawal(900), ASHA);
  answer(refusal(503, "busy"));
  await expect(withdraw(900)).rejects.toBeInstanceOf(ApiError);
  expect(isOpen()).toBe(false);
  fetched.mockRejectedValueOnce(new TypeError("failed"));
  await expect(withdraw(900)).rejects.toBeInstanceOf(ApiError);
  expect(isOpen()).toBe(true);
  expect(isUnresolved("POST /wallet/withdraw", withdrawal(900), BIREN)).toBe(false);
});

test("a key belongs to its user, and another user's outcome does not end it", async () => {
  answer(refusal(500, "outcome_unknown"));
  await expect(withdraw(300)).rejects.toBeInstanceOf(ApiError);
  setToken("of Biren");
  answer(Response.json({}));
  await withdraw(300, BIREN);
  setToken("another of Asha");
  answer(Response.json({}));
  await withdraw(300);
  const [key, others, again] = keys();
  expect(others).not.toBe(key);
  expect(again).toBe(key);
});

test("a call without a response times out and is retried with its key", async () => {
  const waiting = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(waiting.signal);
  fetched.mockImplementationOnce(hanging);
  const made = withdraw(600);
  waiting.abort();
  await expect(made).rejects.toMatchObject({ status: 0, code: "network" });
  answer(Response.json({}));
  await withdraw(600);
  const [key, again] = keys();
  expect(again).toBe(key);
});

test("every call has a timeout, except uploads that report progress", async () => {
  answer(Response.json({}), Response.json({}), Response.json({}));
  await withdraw(800);
  await callWithKey("POST /wallet/deposit", { form: new FormData() }, ASHA);
  await callWithKey("POST /wallet/deposit", { form: new FormData(), via: fetched }, ASHA);
  const limits = fetched.mock.calls.map(([, sent]) => sent?.signal);
  expect(limits).toEqual([expect.any(AbortSignal), expect.any(AbortSignal), null]);
});

describe("once another user is signed in", () => {
  const told = vi.fn<() => void>();
  const client = makeQueryClient();

  beforeEach(() => {
    vi.useFakeTimers();
    told.mockReset();
  });

  afterEach(() => void vi.useRealTimers());

  const startWithdrawal = (amount: number) => {
    const options = mutationOf("POST /wallet/withdraw", { onSuccess: told, onError: told });
    const pressed = new MutationObserver(client, options).mutate(withdrawal(amount));
    return expect(pressed).rejects.toMatchObject({ session_ended: true });
  };

  test.each([
    ["was busy", () => Promise.resolve(refusal(503, "busy"))],
    ["could not be reached", () => Promise.reject(new TypeError("failed"))],
  ])("a call is not retried after the server %s", async (_, first) => {
    fetched.mockImplementationOnce(first);
    const ended = startWithdrawal(400);
    await vi.advanceTimersByTimeAsync(100);
    setToken("of Biren");
    answer(Response.json({}));
    await vi.advanceTimersByTimeAsync(60_000);
    await ended;
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(told).not.toHaveBeenCalled();
  });

  test.each([
    ["it was done", () => Response.json({})],
    ["it was refused", () => refusal(400, "insufficient_balance")],
  ])("it is not shown that %s, and the first user keeps the key", async (_, outcome) => {
    let resolve: (response: Response) => void = () => undefined;
    fetched.mockReturnValueOnce(new Promise((answered) => (resolve = answered)));
    const ended = startWithdrawal(500);
    await vi.advanceTimersByTimeAsync(0);
    setToken("of Biren");
    resolve(outcome());
    await ended;
    expect(told).not.toHaveBeenCalled();
    setToken("another of Asha");
    answer(Response.json({}));
    await callWithKey("POST /wallet/withdraw", withdrawal(500), undefined);
    const [key, again] = keys();
    expect(again).toBe(key);
  });
});

test("onSuccess receives the time before the first try", async () => {
  vi.useFakeTimers();
  noteServerTime({ server_time: "2026-11-20T10:00:00Z" });
  const told = vi.fn<(_: unknown, request: unknown, pressed_at: number) => void>();
  fetched.mockRejectedValueOnce(new TypeError("failed"));
  answer(Response.json({}));
  const options = mutationOf("POST /wallet/withdraw", { onSuccess: told });
  const done = new MutationObserver(makeQueryClient(), options).mutate(withdrawal(600));
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
  vi.useRealTimers();
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(told).toHaveBeenCalledWith({}, withdrawal(600), Date.parse("2026-11-20T10:00:00Z"));
});

test.each([502, 504])("a call with a key is retried after a proxy's %s", async (status) => {
  vi.useFakeTimers();
  answer(new Response("<h1>Bad Gateway</h1>", { status }), Response.json({}));
  const options = mutationOf("POST /wallet/withdraw");
  const done = new MutationObserver(makeQueryClient(), options).mutate(withdrawal(650));
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
  vi.useRealTimers();
  const [key, again] = keys();
  expect(again).toBe(key);
});

test("a call that the server failed to answer is not repeated by itself", async () => {
  answer(refusal(500, "fault"));
  const options = mutationOf("POST /wallet/withdraw", { onError: () => undefined });
  const pressed = new MutationObserver(makeQueryClient(), options).mutate(withdrawal(670));
  await expect(pressed).rejects.toMatchObject({ status: 500 });
  expect(fetched).toHaveBeenCalledTimes(1);
});

test("a call without a connection fails, and is not sent once there is one", async () => {
  vi.useFakeTimers();
  noteConnection(false);
  fetched.mockRejectedValue(new TypeError("failed"));
  const options = mutationOf("POST /wallet/withdraw", { onError: () => undefined });
  const pressed = new MutationObserver(makeQueryClient(), options);
  const failed = pressed.mutate(withdrawal(680)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await failed).toMatchObject({ code: "network" });
  const tries = fetched.mock.calls.length;
  noteConnection(true);
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(fetched).toHaveBeenCalledTimes(tries);
});

test.each([
  ["a response", () => Promise.reject(new TypeError("failed")), 0],
  ["more than a proxy's 502", async () => new Response("", { status: 502 }), 502],
])("a call without a key is not retried without %s", async (_, first, status) => {
  vi.useFakeTimers();
  fetched.mockImplementationOnce(first);
  const options = mutationOf("POST /results/{id}/publish", { onError: () => undefined });
  const pressed = new MutationObserver(makeQueryClient(), options);
  const failed = pressed.mutate({ params: { id: 1 }, body: {} }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(await failed).toMatchObject({ status });
  expect(fetched).toHaveBeenCalledTimes(1);
});

test("a call to a busy server is retried three times", async () => {
  vi.useFakeTimers();
  fetched.mockImplementation(async () => refusal(503, "busy"));
  const options = mutationOf("POST /wallet/withdraw", { onError: () => undefined });
  const pressed = new MutationObserver(makeQueryClient(), options);
  const failed = pressed.mutate(withdrawal(900)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(600_000);
  vi.useRealTimers();
  expect(await failed).toMatchObject({ status: 503, code: "busy" });
  expect(fetched).toHaveBeenCalledTimes(4);
  expect(new Set(keys()).size).toBe(1);
});

/** A connection that has died: only an abort ends the wait. */
const hanging: typeof fetch = (_, sent) =>
  new Promise((_answer, reject) => {
    sent?.signal?.addEventListener("abort", () => reject(sent.signal?.reason));
  });

const JSON_TYPE = { "content-type": "application/json" };

const IN_5_SECONDS = { "retry-after": "5" };

const ASHA = 1;
const BIREN = 2;

const withdrawal = (amount: number) => ({
  body: { amount, account_details: { account_type: "upi" as const, upi_id: "asha@bank" } },
});

const withdraw = (amount: number, user_id = ASHA) =>
  callWithKey("POST /wallet/withdraw", withdrawal(amount), user_id);

function answer(...answers: Response[]): void {
  for (const one of answers) fetched.mockResolvedValueOnce(one);
}

const refusal = (status: number, code: string) => Response.json({ code, detail: "" }, { status });

const keys = () =>
  fetched.mock.calls.map(([, sent]) => new Headers(sent?.headers).get("idempotency-key"));
