import type { ErrorReply } from "../../contract/errors.ts";
import type { BodySent, ParamsSent, QuerySent, Reply } from "../../contract/route.ts";
import type { Contract, RouteKey } from "../../contract/table.ts";
import { searchOf } from "./address.ts";
import { ApiError, sessionEnded } from "./api-error.ts";
import { noteServerTime } from "./clock.ts";
import { arrivalOf, earlyName, takeEarly } from "./early-answers.ts";
import { getToken, setToken, watchSession } from "./token.ts";

export type { RouteKey };

/** The JSON of a call's response; a file is a Blob, an empty response is undefined. */
export type ApiReply<K extends RouteKey> = Contract[K] extends { reply: { file: string } }
  ? Blob
  : Reply<Contract[K]>;

/** The input of a call; `params` and `query` may hold numbers, which become text in the URL. */
export type ApiRequest<K extends RouteKey> = Sent<"params", Loose<ParamsSent<Contract[K]>>> &
  Sent<"query", Loose<QuerySent<Contract[K]>>> &
  (Contract[K] extends { form: true }
    ? { form: FormData; via?: Transport }
    : Sent<"body", BodySent<Contract[K]>>) &
  (Contract[K] extends { idempotent: true } ? { key: string } : { key?: never }) & {
    signal?: AbortSignal;
  };

/** A replacement for fetch that behaves the same; upload.ts has one that reports progress. */
export type Transport = (
  address: string,
  sent: {
    method: string;
    headers: Headers;
    body: FormData | string | null;
    signal: AbortSignal | null;
  },
) => Promise<Response>;

export type RequestArgument<T> = object extends T ? [request?: T] : [request: T];

export interface AnyRequest {
  params?: Record<string, string | number> | undefined;
  query?: Record<string, string | number | undefined> | undefined;
  body?: unknown;
  form?: FormData | undefined;
  via?: Transport | undefined;
  key?: string | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Makes a call of the contract: `api("POST /orders/play", { body, key })`. Throws an ApiError
 * unless it succeeds. A 401 on a call with a token ends the session. If the session has changed
 * since the call was made, its outcome is discarded, be it a success or a failure, and an ApiError
 * with `session_ended` is thrown.
 */
export function api<K extends RouteKey>(
  route: K,
  ...request: RequestArgument<ApiRequest<K>>
): Promise<ApiReply<K>>;
export function api(route: RouteKey, request: AnyRequest = {}): Promise<unknown> {
  return send(route, request);
}

/** `api` without its types, for wrappers that have typed signatures of their own. */
export function send(route: RouteKey, request: AnyRequest): Promise<unknown> {
  const limited = withTimeout(request, SLOW.includes(route) ? SLOW_TIMEOUT_MS : TIMEOUT_MS);
  return inOneSession(async () => readReply(await responseOf(route, limited), limited));
}

/**
 * Opens a call that answers with a stream and returns its bytes, until the session ends. Fails as
 * `api` does.
 */
export async function openStream<K extends StreamKey>(
  route: K,
  request: ApiRequest<K>,
): Promise<ReadableStream<Uint8Array>> {
  const isSameSession = watchSession();
  const { body } = await inOneSession(() => responseOf(route, request));
  const untilSessionEnd = new TransformStream<Uint8Array, Uint8Array>({
    transform: (bytes, reader) =>
      isSameSession() ? reader.enqueue(bytes) : reader.error(sessionEnded()),
  });
  return (body ?? new ReadableStream()).pipeThrough(untilSessionEnd);
}

let announceSessionEnd = (): void => {};

/** Sets the listener that is called, once per session, when the server rejects the token. */
export function onSessionEnd(listener: () => void): () => void {
  announceSessionEnd = listener;
  return () => {
    announceSessionEnd = () => {};
  };
}

type Loose<T> = T extends object ? { [N in keyof T]: LooseValue<T[N]> } : T;
type LooseValue<V> = string extends V ? V | number : V;
type Sent<Name extends string, S> = S extends undefined
  ? { [N in Name]?: never }
  : object extends S
    ? { [N in Name]?: S }
    : { [N in Name]: S };

type StreamKey = {
  [K in RouteKey]: Contract[K] extends { reply: { stream: string } } ? K : never;
}[RouteKey];

/** The outcome of a call, unless the session has changed before the call is finished. */
async function inOneSession<T>(call: () => Promise<T>): Promise<T> {
  const isSameSession = watchSession();
  try {
    const reply = await call();
    if (isSameSession()) return reply;
  } catch (error) {
    if (isSameSession()) throw error;
  }
  throw sessionEnded();
}

/** A phone may wait on a dead connection for ever. */
const TIMEOUT_MS = 30_000;
/** A check of the books reads all rows, and publishing waits for the settlement. */
const SLOW: readonly RouteKey[] = ["GET /admin/books", "POST /results/{id}/publish"];
const SLOW_TIMEOUT_MS = 600_000;

/** An upload has a timeout of its own, which restarts with its progress (upload.ts). */
function withTimeout(request: AnyRequest, timeout_ms: number): AnyRequest {
  const { signal, via } = request;
  if (via) return request;
  const limit = AbortSignal.timeout(timeout_ms);
  // Not all phones have AbortSignal.any.
  const either = new AbortController();
  limit.addEventListener("abort", () => either.abort(networkError()));
  signal?.addEventListener("abort", () => either.abort(signal.reason));
  return { ...request, signal: either.signal };
}

async function readReply(response: Response, request: AnyRequest): Promise<unknown> {
  if (response.status === 204) return undefined;
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  try {
    if (!isJson) return await response.blob();
    const arrived_ms = arrivalOf(response);
    const reply: unknown = await response.json();
    noteServerTime(reply, arrived_ms);
    return reply;
  } catch {
    // The body is incomplete, so the outcome is as unknown as without a response.
    throw interruptionOf(request);
  }
}

async function responseOf(route: RouteKey, request: AnyRequest): Promise<Response> {
  const token = getToken();
  const response = await sendRequest(route, request, token);
  if (!response.ok) throw await failureOf(response, token);
  return response;
}

async function sendRequest(route: RouteKey, request: AnyRequest, token: string | null) {
  const [method = "GET", path = ""] = route.split(" ");
  const headers = new Headers();
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  if (request.key !== undefined) headers.set("idempotency-key", request.key);
  if (request.body !== undefined) headers.set("content-type", "application/json");
  const json = request.body === undefined ? null : JSON.stringify(request.body);
  const sent = { method, headers, body: request.form ?? json, signal: request.signal ?? null };
  try {
    const address = addressOf(path, request);
    const early = method === "GET" ? takeEarly(earlyName(address, token)) : undefined;
    return await (early ?? (request.via ?? fetch)(address, sent));
  } catch {
    throw interruptionOf(request);
  }
}

const networkError = () => new ApiError({ status: 0, code: "network", detail: "" });

/** Why the call was aborted, if it was: by its caller or on timeout; else a network error. */
const interruptionOf = ({ signal }: AnyRequest): unknown =>
  signal?.aborted ? signal.reason : networkError();

function addressOf(path: string, { params, query }: AnyRequest): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  );
  // By its text: `size` is newer than some phones' browsers.
  const search = String(searchOf(query ?? {}));
  return `/api${filled}${search === "" ? "" : `?${search}`}`;
}

async function failureOf(response: Response, token: string | null): Promise<ApiError> {
  const reply: unknown = await response.json().catch(() => undefined);
  const refusal = isErrorReply(reply) ? reply : undefined;
  const error = new ApiError({
    status: response.status,
    code: refusal?.code ?? "unexpected",
    detail: refusal?.detail ?? "",
    params: refusal?.params,
    fields: refusal?.fields,
    retry_after_seconds: Number(response.headers.get("retry-after")) || undefined,
  });
  // A wrong password says nothing about a stored token, whose user could not be loaded. A late
  // response to an old token must not end the current session.
  const isOfSession = response.status === 401 && error.code !== "invalid_credentials";
  if (isOfSession && token !== null && getToken() === token) {
    setToken(null);
    announceSessionEnd();
  }
  return error;
}

const isErrorReply = (reply: unknown): reply is ErrorReply =>
  typeof reply === "object" && reply !== null && "code" in reply && "detail" in reply;
