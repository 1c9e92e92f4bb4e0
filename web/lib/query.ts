import { notifyManager, onlineManager, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import {
  type AnyRequest,
  type ApiReply,
  type ApiRequest,
  type RequestArgument,
  type RouteKey,
  send,
} from "./client.ts";

export type ReadKey = Extract<RouteKey, `GET ${string}`>;

interface ApiQuery<K extends RouteKey> {
  queryKey: readonly [K, AnyRequest["params"], AnyRequest["query"]];
  queryFn: (context: { signal: AbortSignal }) => Promise<ApiReply<K>>;
}

/**
 * The options of a query: `useQuery(apiQuery("GET /orders", { query: { status } }))`. After a
 * change the same key invalidates its data: `{ queryKey: ["GET /orders"] }`.
 */
export function apiQuery<K extends ReadKey>(
  route: K,
  ...request: RequestArgument<Omit<ApiRequest<K>, "signal" | "key">>
): ApiQuery<K>;
export function apiQuery(route: RouteKey, request: AnyRequest = {}): unknown {
  return {
    queryKey: [route, request.params, request.query],
    queryFn: ({ signal }: { signal: AbortSignal }) => send(route, { ...request, signal }),
  };
}

/** Invalidates the data of these calls. Resolves when the queries on screen are refetched. */
export const refresh = (client: QueryClient, ...loaded: readonly ReadKey[]): Promise<unknown> =>
  Promise.all(loaded.map((route) => client.invalidateQueries({ queryKey: [route] })));

/** For data on which an admin's decisions depend: refetched on every mount and window focus. */
export const FRESH = { refetchOnMount: "always", refetchOnWindowFocus: "always" } as const;

/** For data of the front page, to which no live events come; a page in the background rests. */
export const POLLED = { refetchInterval: 30_000 };

/**
 * Notifies components in a microtask, so that a started mutation is rendered before the next key
 * press. With the library's default, a timer, a quick Escape would close a dialog whose mutation
 * has just started, because the dialog would not yet show as busy.
 */
notifyManager.setScheduler(queueMicrotask);

/**
 * To be called when the app starts. The library assumes a connection, so an app that was opened
 * offline would not notice when it has one.
 */
export const noteConnection = (is_online: boolean): void => onlineManager.setOnline(is_online);

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Offline, a query must fail so that the screen shows it; a paused query seems to load.
        networkMode: "always",
        refetchOnReconnect: true,
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: waitBeforeRetry,
      },
      mutations: { networkMode: "always" },
    },
  });

const MAX_WAIT_MS = 8_000;

/** Whether a failure may be temporary: no response, or a 5xx. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** Whether the call may have been done. Of the temporary failures, only "busy" excludes that. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  isTransient(error) && !(error instanceof ApiError && error.code === "busy");

/** The delay that the server asks for, else exponential backoff; with jitter, at most 12 s. */
export function waitBeforeRetry(failures: number, error: unknown): number {
  const asked = error instanceof ApiError ? error.retry_after_seconds : undefined;
  const wait = asked === undefined ? 500 * 2 ** failures : asked * 1_000;
  return Math.min(wait, MAX_WAIT_MS) * (1 + Math.random() / 2);
}
