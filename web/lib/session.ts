import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { api, type ApiReply } from "./client.ts";
import { getLanguage, type Language, setLanguage } from "./messages.ts";
import { apiQuery } from "./query.ts";
import { getToken, onToken, setToken, watchSession } from "./token.ts";

export type SessionUser = ApiReply<"GET /auth/me">;

export type Session =
  | { state: "anonymous" }
  | { state: "loading" }
  | { state: "failed"; error: Error; retry: () => void }
  | { state: "signed-in"; user: SessionUser };

/** Who is signed in, as the server knows it. */
export function useSession(): Session {
  const token = useSyncExternalStore(onToken, getToken, () => null);
  const me = useQuery({ ...apiQuery("GET /auth/me"), enabled: token !== null });
  if (token === null) return { state: "anonymous" };
  if (me.data !== undefined) return { state: "signed-in", user: me.data };
  if (me.error !== null) {
    return { state: "failed", error: me.error, retry: () => void me.refetch() };
  }
  return { state: "loading" };
}

/** The person signed in; only for screens that stand behind the guard. */
export function useUser(): SessionUser {
  const session = useSession();
  if (session.state !== "signed-in") throw new Error("this screen stands behind the session guard");
  return session.user;
}

/** Whoever is signed in, if that is known here. */
export const findUser = (client: QueryClient): SessionUser | undefined =>
  client.getQueryData<SessionUser>(apiQuery("GET /auth/me").queryKey);

/** Takes up a new token and loads its user. */
export async function startSession(client: QueryClient, token: string): Promise<SessionUser> {
  client.clear();
  setToken(token);
  return client.query(apiQuery("GET /auth/me"));
}

/** Signs out here at once; the server is told, and a failure to reach it is ignored. */
export async function endSession(client: QueryClient): Promise<void> {
  const told = api("POST /auth/logout").catch(() => undefined);
  setToken(null);
  client.clear();
  await told;
}

/** Shows the balance that an answer to a call on money carried. */
export function useShowBalance(): (balance: number) => void {
  const client = useQueryClient();
  return (balance) => {
    showBalance(client, balance);
    askAnewIfAsked(client);
  };
}

/** Shows a balance wherever the balance stands. */
export function showBalance(client: QueryClient, balance: number): void {
  client.setQueryData<SessionUser>(
    apiQuery("GET /auth/me").queryKey,
    (user) => user && { ...user, wallet_balance: balance },
  );
  client.setQueryData(apiQuery("GET /wallet/balance").queryKey, { balance });
}

/** Puts a changed account in place of the current one. */
export function useShowUser(): (user: SessionUser) => void {
  const client = useQueryClient();
  return (user) => {
    client.setQueryData(apiQuery("GET /auth/me").queryKey, user);
    askAnewIfAsked(client);
  };
}

/** Who one is, if it is being asked for: what was asked before a change may come from before it. */
function askAnewIfAsked(client: QueryClient): void {
  const { queryKey } = apiQuery("GET /auth/me");
  void client.refetchQueries({ queryKey, fetchStatus: "fetching" });
}

export function useChooseLanguage(): (language: Language) => Promise<void> {
  const client = useQueryClient();
  return (language) => chooseLanguage(client, language);
}

/**
 * Speaks another language, and keeps it with the account of somebody signed in. Where it could not
 * be kept it is spoken all the same, on this device.
 */
export async function chooseLanguage(client: QueryClient, language: Language): Promise<void> {
  const stands = watchSession();
  await setLanguage(language);
  // One after the other, and what is spoken by then: of two choices the later one stays.
  keeping = keeping.then(() => keepLanguage(client, stands)).catch(() => undefined);
}

let keeping: Promise<unknown> = Promise.resolve();

/** With the account of whoever has chosen it, and not of the next one in this tab. */
async function keepLanguage(client: QueryClient, stands: () => boolean): Promise<void> {
  if (getToken() === null || !stands()) return;
  const language = getLanguage();
  await api("PUT /users/profile", { body: { language } });
  client.setQueryData<SessionUser>(
    apiQuery("GET /auth/me").queryKey,
    (user) => user && { ...user, language },
  );
}
