import {
  useMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from "@tanstack/react-query";
import { ApiError, isSessionEnd, sentenceOfFailure, sessionEnded } from "./api-error.ts";
import { type AnyRequest, type ApiReply, type ApiRequest, type RouteKey, send } from "./client.ts";
import { serverNow } from "./clock.ts";
import { fingerprintOf, keyOf, resolveKey } from "./idempotency.ts";
import type { MessageKey } from "./messages.ts";
import { isPassing, isUnknown, waitBeforeRetry } from "./query.ts";
import { findUser } from "./session.ts";
import { toast } from "./toast.ts";
import { watchSession } from "./token.ts";

/** What a mutation is given: the request without the key, which is kept here. */
export type CallRequest<K extends RouteKey> = Omit<ApiRequest<K>, "key" | "signal">;

interface CallOptions<K extends RouteKey> {
  /** `pressed_at` is the server's time when the call was asked for, before its first try. */
  onSuccess?: (reply: ApiReply<K>, request: CallRequest<K>, pressed_at: number) => unknown;
  /** In place of the toast that otherwise tells of every failure. */
  onError?: (error: Error) => void;
  /** What the toast says when neither the code nor the server gives a sentence. */
  fallback?: MessageKey;
}

/**
 * A mutation of one call: `useCall("POST /orders/play").mutate({ body })`. A call that must not be
 * done twice, because it moves money or tells everybody, carries an Idempotency-Key that stays the
 * same until the outcome is known; such a call is repeated by itself when the connection drops. Any
 * call is repeated when the server is busy. A call belongs to the session in which it was made:
 * once that has ended it is not repeated, and nobody is told what became of it.
 */
export const useCall = <K extends RouteKey>(
  route: K,
  options?: CallOptions<K>,
): UseMutationResult<ApiReply<K>, Error, CallRequest<K>, number> =>
  useMutation(mutationOf(route, options));

/** The same without React. */
export function mutationOf<K extends RouteKey>(
  route: K,
  options: CallOptions<K> = {},
): UseMutationOptions<ApiReply<K>, Error, CallRequest<K>, number> {
  const tell = (error: Error) => toast.failure(sentenceOfFailure(error, options.fallback));
  return {
    mutationFn: (request, { client }) => callWithKey(route, request, findUser(client)?.id),
    retry: (failures, error) => failures < MOST_RETRIES && isWorthRetrying(route, error),
    retryDelay: (failures, error) => waitBeforeRetry(failures, error),
    onMutate: () => serverNow() ?? -Infinity,
    onSuccess: (reply, request, pressed_at) => options.onSuccess?.(reply, request, pressed_at),
    onError: (error) => {
      if (!isSessionEnd(error)) (options.onError ?? tell)(error);
    },
  };
}

const MOST_RETRIES = 3;
/** A phone may wait for good on a connection that is gone. Under its key it may ask once more. */
const LONGEST_WAIT_MS = 30_000;
/** Those of the contract that carry a key, all of them: it does not compile otherwise. */
const IDEMPOTENT: Record<IdempotentKey, true> = {
  "POST /orders/play": true,
  "POST /orders/{id}/cancel": true,
  "POST /admin/orders/{id}/void": true,
  "POST /wallet/deposit": true,
  "POST /wallet/withdraw": true,
  "POST /admin/broadcast": true,
};

type IdempotentKey = {
  [K in RouteKey]: ApiRequest<K> extends { key: string } ? K : never;
}[RouteKey];

const isIdempotent = (route: RouteKey): boolean => Object.hasOwn(IDEMPOTENT, route);

/**
 * Makes a call; one that must not be done twice, under the key of this request of this user. Given
 * the same request again it tries again, in the session of the first try or not at all: it would be
 * done for whoever is signed in now.
 */
export function callWithKey<K extends RouteKey>(
  route: K,
  request: CallRequest<K>,
  user_id: number | undefined,
): Promise<ApiReply<K>>;
export async function callWithKey(
  route: RouteKey,
  request: AnyRequest,
  user_id: number | undefined,
): Promise<unknown> {
  if (!isInItsSession(request)) throw sessionEnded();
  if (!isIdempotent(route)) return send(route, request);
  const fingerprint = fingerprintOf(user_id, route, request);
  const key = keyOf(request, fingerprint);
  // An upload has a timeout of its own, which restarts with its progress (upload.ts).
  const signal = request.via ? undefined : AbortSignal.timeout(LONGEST_WAIT_MS);
  try {
    const reply = await send(route, { ...request, key, signal });
    resolveKey(fingerprint);
    lost.delete(key);
    return reply;
  } catch (error) {
    // Once the session has ended nobody was told, or nobody looked at the request and an earlier
    // try may stand.
    if (!(error instanceof ApiError) || error.session_ended) throw error;
    if (!isPassing(error)) resolveKey(fingerprint);
    else if (isUnknown(error)) lost.set(key, error);
    else throw withWhatIsLost(error, key);
    throw error;
  }
}

/** By its key, why nobody knows what became of a request. */
const lost = new Map<string, ApiError>();

/** That the server is busy says of this try that nothing was done, and nothing of one before. */
function withWhatIsLost(busy: ApiError, key: string): ApiError {
  const before = lost.get(key);
  if (before === undefined) return busy;
  const { status, retry_after_seconds } = busy;
  return new ApiError({ status, code: before.code, detail: before.detail, retry_after_seconds });
}

/** Of every request, whether the session of its first try still stands. */
const sessions = new WeakMap<object, () => boolean>();

function isInItsSession(request: object): boolean {
  const stands = sessions.get(request) ?? watchSession();
  sessions.set(request, stands);
  return stands();
}

const isWorthRetrying = (route: RouteKey, error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 503 || (error.status === 0 && isIdempotent(route)));
