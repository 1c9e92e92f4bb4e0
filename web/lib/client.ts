import type { ErrorReply } from "../../contract/errors.ts";
import type { BodySent, ParamsSent, QuerySent, Reply } from "../../contract/route.ts";
import type { Contract, RouteKey } from "../../contract/table.ts";
import { searchOf } from "./address.ts";
import { ApiError, sessionEnded } from "./api-error.ts";
import { noteServerTime } from "./clock.ts";
import { arrivalOf, earlyName, takeEarly } from "./early-answers.ts";
import { getToken, setToken, watchSession } from "./token.ts";

export type { RouteKey };

/** The JSON that a call answers; a file arrives as a Blob, an empty answer as undefined. */
export type ApiReply<K extends RouteKey> = Contract[K] extends { reply: { file: string } }
  ? Blob
  : Reply<Contract[K]>;

/** What a call takes: `params` and `query` may hold numbers where the address carries text. */
export type ApiRequest<K extends RouteKey> = Sent<"params", Loose<ParamsSent<Contract[K]>>> &
  Sent<"query", Loose<QuerySent<Contract[K]>>> &
  (Contract[K] extends { form: true }
    ? { form: FormData; via?: Transport }
    : Sent<"body", BodySent<Contract[K]>>) &
  (Contract[K] extends { idempotent: true } ? { key: string } : { key?: never }) & {
    signal?: AbortSignal;
  };

/** Sends and fails as fetch does: upload.ts has one that tells how far a form is. */
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
 * Makes a call of the contract: `api("POST /orders/play", { body, key })`. Throws an ApiError for
 * everything that is not a success. A 401 on a call that carried a token ends the session. What
 * comes back in another session than the call went out in is nobody's any more, be it an answer or
 * a failure: `session_ended` is all that is told of it.
 */
export function api<K extends RouteKey>(
  route: K,
  ...request: RequestArgument<ApiRequest<K>>
): Promise<ApiReply<K>>;
export function api(route: RouteKey, request: AnyRequest = {}): Promise<unknown> {
  return send(route, request);
}

/** The same without its types, for helpers whose own signatures carry them. */
export const send = (route: RouteKey, request: AnyRequest): Promise<unknown> =>
  inOneSession(async () => readAnswer(await answerOf(route, request), request));

/**
 * What a call answers that goes on: its bytes, as they come, until the session ends. Fails as
 * `api` does.
 */
export async function openStream(
  route: StreamKey,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const stands = watchSession();
  const { body } = await inOneSession(() => answerOf(route, { signal }));
  const whileItStands = new TransformStream<Uint8Array, Uint8Array>({
    transform: (bytes, reader) => (stands() ? reader.enqueue(bytes) : reader.error(sessionEnded())),
  });
  return (body ?? new ReadableStream()).pipeThrough(whileItStands);
}

let announceSessionEnd = (): void => {};

/** Who is told, once per session, that the server no longer knows the token. */
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

/** The outcome of a call, if the session that it began in still stands when it is there. */
async function inOneSession<T>(call: () => Promise<T>): Promise<T> {
  const stands = watchSession();
  try {
    const reply = await call();
    if (stands()) return reply;
  } catch (error) {
    if (stands()) throw error;
  }
  throw sessionEnded();
}

async function readAnswer(response: Response, request: AnyRequest): Promise<unknown> {
  if (response.status === 204) return undefined;
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  try {
    if (!isJson) return await response.blob();
    const arrived_ms = arrivalOf(response);
    const reply: unknown = await response.json();
    noteServerTime(reply, arrived_ms);
    return reply;
  } catch (error) {
    // It broke off: whether it was done is known no better than without an answer.
    throw lost(error, request);
  }
}

async function answerOf(route: RouteKey, request: AnyRequest): Promise<Response> {
  const token = getToken();
  const response = await reach(route, request, token);
  if (!response.ok) throw await failureOf(response, token);
  return response;
}

async function reach(route: RouteKey, request: AnyRequest, token: string | null) {
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
  } catch (error) {
    throw lost(error, request);
  }
}

/** Why no whole answer came: whoever asked has given up, or the network has failed or is slow. */
const lost = (error: unknown, { signal }: AnyRequest): unknown =>
  signal?.aborted && signal.reason.name !== "TimeoutError"
    ? error
    : new ApiError({ status: 0, code: "network", detail: "" });

function addressOf(path: string, { params, query }: AnyRequest): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  );
  const search = searchOf(query ?? {});
  return `/api${filled}${search.size > 0 ? `?${search}` : ""}`;
}

async function failureOf(response: Response, token: string | null): Promise<ApiError> {
  const reply: unknown = await response.json().catch(() => undefined);
  const known = isErrorReply(reply);
  const error = new ApiError({
    status: response.status,
    code: known ? reply.code : "unexpected",
    detail: known ? reply.detail : "",
    params: known ? reply.params : undefined,
    fields: known ? reply.fields : undefined,
    retry_after_seconds: Number(response.headers.get("retry-after")) || undefined,
  });
  // A late answer to an old token must not end the session that came after it.
  if (response.status === 401 && token !== null && getToken() === token) {
    setToken(null);
    announceSessionEnd();
  }
  return error;
}

const isErrorReply = (reply: unknown): reply is ErrorReply =>
  typeof reply === "object" && reply !== null && "code" in reply && "detail" in reply;
