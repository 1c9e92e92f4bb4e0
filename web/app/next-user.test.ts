import { MutationObserver, type QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { mutationOf } from "../lib/call.ts";
import { addMessages } from "../lib/messages.ts";
import { apiQuery, makeQueryClient } from "../lib/query.ts";
import { chooseLanguage, endSession, findUser, showBalance, startSession } from "../lib/session.ts";
import { renewUnread } from "../notifications/unread.ts";

/** Responses that a test holds back; other requests are answered at once. */
const held = new Map<string, Promise<Response>>();
const asked: string[] = [];
let client: QueryClient;

beforeEach(() => {
  client = makeQueryClient();
  vi.stubGlobal("fetch", async (address: string, { method, headers }: RequestInit) => {
    const name = `${method} ${address}`;
    const bearer = new Headers(headers).get("authorization")?.replace("Bearer ", "");
    asked.push(`${bearer}: ${name}`);
    return held.get(name) ?? Response.json(bearer === "of Asha" ? ASHA : BIREN);
  });
});

afterEach(() => {
  client.clear();
  held.clear();
  asked.length = 0;
  vi.unstubAllGlobals();
});

const shown = () =>
  client
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.data);

test("signing out clears all data and ends the session on the server", async () => {
  await startSession(client, "of Asha");
  await endSession(client);
  expect(shown()).toEqual([]);
  expect(asked.at(-1)).toBe("of Asha: POST /api/auth/logout");
});

test("signing in over another session shows none of its data", async () => {
  await startSession(client, "of Asha");
  await client.query(apiQuery("GET /wallet/balance"));
  await startSession(client, "of Biren");
  expect(shown()).toEqual([BIREN]);
});

describe("a response to Asha that arrives when Biren is signed in", () => {
  test("does not show him her balance after an order", async () => {
    await startSession(client, "of Asha");
    const answer = hold("POST /api/orders/play");
    const place = mutationOf("POST /orders/play", {
      onSuccess: ({ wallet_balance }) => showBalance(client, wallet_balance),
    });
    const body = { house_id: 1, play_date: "2026-11-20", plays: [] };
    const placed = new MutationObserver(client, place).mutate({ body });
    await changeOver();
    answer(Response.json(ASHA));
    await expect(placed).rejects.toMatchObject({ session_ended: true });
    expect(shown()).toEqual([BIREN]);
  });

  test("does not show him her number of unread notifications", async () => {
    await startSession(client, "of Asha");
    const answer = hold("GET /api/notifications?limit=1");
    const renewed = renewUnread(client);
    await changeOver();
    answer(Response.json({ notifications: [], unread: 7 }));
    await expect(renewed).rejects.toMatchObject({ session_ended: true });
    expect(shown()).toEqual([BIREN]);
  });

  test("does not show him data that a screen requested", async () => {
    await startSession(client, "of Asha");
    const answer = hold("GET /api/wallet/balance");
    const read = client.query(apiQuery("GET /wallet/balance")).catch(() => undefined);
    await changeOver();
    answer(Response.json({ balance: ASHA.wallet_balance }));
    expect(await read).toBeUndefined();
    expect(shown()).toEqual([BIREN]);
  });

  test("does not save her language in his account", async () => {
    await startSession(client, "of Asha");
    addMessages("kha", new Map([["core", {}]]));
    const answer = hold("PUT /api/users/profile");
    await chooseLanguage(client, "kha");
    await chooseLanguage(client, "kha");
    await changeOver();
    answer(Response.json(ASHA));
    // Lets the second choice, which is queued behind the first, run.
    await untilIdle();
    expect(asked).not.toContain("of Biren: PUT /api/users/profile");
    expect(findUser(client)).toEqual(BIREN);
  });
});

test("languages chosen one after the other are stored one after the other", async () => {
  await startSession(client, "of Asha");
  for (const language of ["kha", "ne"] as const) addMessages(language, new Map([["core", {}]]));
  const answer = hold("PUT /api/users/profile");
  const stored = () => asked.filter((call) => call.endsWith("PUT /api/users/profile"));
  await chooseLanguage(client, "kha");
  await chooseLanguage(client, "ne");
  await untilIdle();
  expect(stored()).toHaveLength(1);
  held.clear();
  answer(Response.json(ASHA));
  await untilIdle();
  expect(stored()).toHaveLength(2);
  expect(findUser(client)).toEqual({ ...ASHA, language: "ne" });
});

const ASHA = { id: 1, wallet_balance: 500 };
const BIREN = { id: 2, wallet_balance: 70 };

const untilIdle = () => new Promise((resolve) => void setImmediate(resolve));

async function changeOver(): Promise<void> {
  await endSession(client);
  await startSession(client, "of Biren");
}

function hold(name: string): (answer: Response) => void {
  let answer: (response: Response) => void = () => undefined;
  held.set(name, new Promise((resolve) => (answer = resolve)));
  return (response) => answer(response);
}
