import type * as z from "zod/mini";
import type { ErrorCode } from "./errors.ts";

/**
 * Who may call: anybody, whom nobody asks who they are; anybody, known by their session if they
 * have one; whoever has a session; or admins only.
 */
export type Access = "public" | "optional" | "session" | "admin";

type Schema = z.ZodMiniType;

/**
 * One call of the API as data; the key beside it in its table is "METHOD /path", with `{name}`
 * for a path parameter. The server's binding, the typed client, the API document and the
 * who-may-call-what test are derived from it.
 */
export interface RouteShape {
  summary: string;
  access: Access;
  params?: Schema;
  query?: Schema;
  /** A JSON body, or with `form` the fields of a multipart form. */
  body?: Schema;
  form?: true;
  /**
   * A body that its JSON schema admits is received as it came: the schema says all that there is to
   * check, and converts none of it. Such a body is checked by compiled code, which a rush needs.
   */
  plain_body?: true;
  /** Takes an Idempotency-Key header: the same key and body give the first answer again. */
  idempotent?: true;
  /**
   * Calls of one user come one after the other in a server process. Those that lock their wallet
   * would wait for one another anyway, each with a connection that others need.
   */
  in_turn?: true;
  /** The status of a success; 200 when absent. */
  status?: 201 | 204;
  /**
   * The JSON of a success. A file names its content type in place of a schema; a stream, which
   * goes on until somebody ends it, besides says what an event of it may be.
   */
  reply: Schema | "none" | { file: string } | EventStream;
  /** The answer carries an ETag, and is 304 to whoever has it already. */
  etag?: true;
  /** What it may refuse, beyond what any call of its kind may (invalid_input, 401, 403 …). */
  refusals: readonly ErrorCode[];
}

/** Server-sent events, each a name and its data: a union of `{ event: name, data }`. */
export interface EventStream {
  stream: "text/event-stream";
  events: Schema;
}

export const routes = <const R extends Record<`${Method} /${string}`, RouteShape>>(table: R): R =>
  table;

export type Method = "GET" | "POST" | "PUT" | "DELETE";

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;
type Part<R, K extends string> = R extends Record<K, infer S> ? S : undefined;

/** What a handler receives, checked and converted. */
export type Params<R> = Output<Part<R, "params">>;
export type Query<R> = Output<Part<R, "query">>;
export type Body<R> = Output<Part<R, "body">>;

/** What a caller sends, before it is checked and converted. */
export type ParamsSent<R> = Input<Part<R, "params">>;
export type QuerySent<R> = Input<Part<R, "query">>;
export type BodySent<R> = Input<Part<R, "body">>;

/** The JSON of a success; undefined for an empty answer; bytes for a file; events of a stream. */
export type Reply<R> = R extends { reply: infer S }
  ? S extends Schema
    ? z.output<S>
    : S extends "none"
      ? undefined
      : S extends { events: infer E extends Schema }
        ? z.output<E>[]
        : Uint8Array
  : never;
