import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { callWithKey } from "./call.ts";
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

test("a call that moves money has another key once its outcome is known", async () => {
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
])("a call keeps its key for the next try when %s", async (_, first) => {
  fetched.mockImplementationOnce(first);
  await expect(withdraw(200)).rejects.toBeInstanceOf(ApiError);
  setToken("another");
  answer(Response.json({}));
  await withdraw(200);
  const [key, next] = keys();
  expect(next).toBe(key);
});

const JSON_TYPE = { "content-type": "application/json" };

const withdraw = (amount: number) =>
  callWithKey("POST /wallet/withdraw", {
    body: { amount, account_details: { account_type: "upi", upi_id: "asha@bank" } },
  });

function answer(...answers: Response[]): void {
  for (const one of answers) fetched.mockResolvedValueOnce(one);
}

const refusal = (status: number, code: string) => Response.json({ code, detail: "" }, { status });

const keys = () =>
  fetched.mock.calls.map(([, sent]) => new Headers(sent?.headers).get("idempotency-key"));
