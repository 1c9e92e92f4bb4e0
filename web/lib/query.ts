import { notifyManager, QueryClient } from "@tanstack/react-query";
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
 * The options of a query: `useQuery(apiQuery("GET /orders", { query: { status } }))`. What a
 * change made stale is invalidated by the same word: `{ queryKey: ["GET /orders"] }`.
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

/** What these calls have loaded is out of date. Done when what is on the screen is there anew. */
export const refresh = (client: QueryClient, ...loaded: readonly ReadKey[]): Promise<unknown> =>
  Promise.all(loaded.map((route) => client.invalidateQueries({ queryKey: [route] })));

/** For what an admin decides by: it is asked for anew whenever it comes into view. */
export const FRESH = { refetchOnMount: "always", refetchOnWindowFocus: "always" } as const;

/**
 * What a press has begun is on the screen before the next press is heard. By a timer, as the
 * library does by itself, a quick Escape would find the question not busy yet and take it back.
 */
notifyManager.setScheduler(queueMicrotask);

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // The screen says that the network is away; a paused query would only seem to load.
        networkMode: "always",
        refetchOnReconnect: true,
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && isPassing(error),
        retryDelay: waitBeforeRetry,
      },
      mutations: { networkMode: "always" },
    },
  });

const LONGEST_WAIT_MS = 8_000;

/** Whether the outcome is unknown, or nothing was done: no answer, or a 5xx. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** Whether it may have been done: of what is passing, only "busy" says that nothing was. */
export const isUnknown = (error: unknown): boolean =>
  isPassing(error) && !(error instanceof ApiError && error.code === "busy");

/** What the server asks for, else growing waits; spread, so that clients do not return together. */
export function waitBeforeRetry(failures: number, error: unknown): number {
  const asked = error instanceof ApiError ? error.retry_after_seconds : undefined;
  const wait = asked === undefined ? 500 * 2 ** failures : asked * 1_000;
  return Math.min(wait, LONGEST_WAIT_MS) * (1 + Math.random() / 2);
}
