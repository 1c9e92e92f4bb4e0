import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { isSessionEnd, sentenceOfFailure } from "./api-error.ts";
import { api, type ApiReply } from "./client.ts";
import { getLanguage, type Language, setLanguage } from "./messages.ts";
import { apiQuery } from "./query.ts";
import { toast } from "./toast.ts";
import { getToken, onToken, setToken, watchSession } from "./token.ts";

export type SessionUser = ApiReply<"GET /auth/me">;

export type Session =
  | { state: "anonymous" }
  | { state: "loading" }
  | { state: "failed"; error: Error; retry: () => void }
  | { state: "signed-in"; user: SessionUser };

/** The current session and its user. */
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

/** The signed-in user; only for screens behind the session guard. */
export function useUser(): SessionUser {
  const session = useSession();
  if (session.state !== "signed-in") throw new Error("this screen stands behind the session guard");
  return session.user;
}

/** The signed-in user, if loaded. */
export const findUser = (client: QueryClient): SessionUser | undefined =>
  client.getQueryData<SessionUser>(apiQuery("GET /auth/me").queryKey);

/** Stores a new token and loads its user. */
export async function startSession(client: QueryClient, token: string): Promise<SessionUser> {
  client.clear();
  setToken(token);
  return client.query(apiQuery("GET /auth/me"));
}

/** Signs out on this device at once and tells the server; a failure of that call is ignored. */
export async function endSession(client: QueryClient): Promise<void> {
  const told = api("POST /auth/logout").catch(() => undefined);
  setToken(null);
  client.clear();
  await told;
}

/** Returns a function that shows the balance from a response. */
export function useShowBalance(): (balance: number) => void {
  const client = useQueryClient();
  return (balance) => {
    showBalance(client, balance);
    refetchIfFetching(client);
  };
}

/** Updates the balance in all cached queries that hold it. */
export function showBalance(client: QueryClient, balance: number): void {
  client.setQueryData<SessionUser>(
    apiQuery("GET /auth/me").queryKey,
    (user) => user && { ...user, wallet_balance: balance },
  );
  client.setQueryData(apiQuery("GET /wallet/balance").queryKey, { balance });
}

/** Returns a function that replaces the cached account by a changed one. */
export function useShowUser(): (user: SessionUser) => void {
  const client = useQueryClient();
  return (user) => {
    client.setQueryData(apiQuery("GET /auth/me").queryKey, user);
    refetchIfFetching(client);
  };
}

/** Refetches the account if a fetch is in flight, because its response may predate the change. */
function refetchIfFetching(client: QueryClient): void {
  const { queryKey } = apiQuery("GET /auth/me");
  void client.refetchQueries({ queryKey, fetchStatus: "fetching" });
}

/** Returns a function that switches the language; a toast tells when that fails. */
export function useChooseLanguage(): (language: Language) => Promise<void> {
  const client = useQueryClient();
  return (language) => chooseLanguage(client, language).catch(tellFailure);
}

/**
 * Switches the language and stores it in the account of a signed-in user. If storing fails, a toast
 * says so, and the language is still used on this device.
 */
export async function chooseLanguage(client: QueryClient, language: Language): Promise<void> {
  const isSameSession = watchSession();
  await setLanguage(language);
  // In sequence, each with the language that is current by then, so that the last choice wins.
  storing = storing
    .then(() => storeLanguage(client, isSameSession))
    .catch((error: unknown) => {
      if (!isSessionEnd(error)) tellFailure(error);
    });
}

const tellFailure = (error: unknown): void => toast.failure(sentenceOfFailure(error));

let storing: Promise<unknown> = Promise.resolve();

/** Only in the account of the user who chose it, not of the next user in this tab. */
async function storeLanguage(client: QueryClient, isSameSession: () => boolean): Promise<void> {
  if (getToken() === null || !isSameSession()) return;
  const language = getLanguage();
  await api("PUT /users/profile", { body: { language } });
  client.setQueryData<SessionUser>(
    apiQuery("GET /auth/me").queryKey,
    (user) => user && { ...user, language },
  );
}
