import type * as z from "zod/mini";
import type { ErrorCode } from "./errors.ts";

/**
 * Who may call. `public`: everybody, and no session is read. `optional`: everybody, with or without
 * a session. `session`: users with a session. `admin`: admins only.
 */
export type Access = "public" | "optional" | "session" | "admin";

type Schema = z.ZodMiniType;

/**
 * One call of the API as data. Its key in the table is "METHOD /path", with `{name}` for a path
 * parameter. The server's routes, the typed client, the API document and the access test are
 * derived from it.
 */
export interface RouteShape {
  summary: string;
  access: Access;
  params?: Schema;
  query?: Schema;
  /** A JSON body or, with `form`, the fields of a multipart form. */
  body?: Schema;
  form?: true;
  /**
   * The JSON schema covers everything that the schema checks, and the schema converts nothing. So
   * the body is validated by compiled code, which is faster, and passed on unchanged.
   */
  plain_body?: true;
  /** Accepts an Idempotency-Key header: the same key and body return the first response again. */
  idempotent?: true;
  /**
   * Each server process runs the calls of one user in sequence. Calls that lock the user's wallet
   * or account would wait for each other anyway, each holding a database connection meanwhile.
   */
  in_turn?: true;
  /** The call creates something; see `statusOf`. */
  status?: 201;
  /**
   * The JSON of a success. A file has its content type instead of a schema. A stream has the schema
   * of its events as well.
   */
  reply: Schema | "none" | { file: string } | EventStream;
  /** The response may have an ETag; it is 304 if the client sends that ETag in If-None-Match. */
  etag?: true;
  /** The codes it may refuse with, besides those of any such call (invalid_input, 401, 403 …). */
  refusals: readonly ErrorCode[];
}

/** Server-sent events, each a name and its data: a union of `{ event: name, data }`. */
interface EventStream {
  stream: "text/event-stream";
  events: Schema;
}

export const routes = <const R extends Record<`${Method} /${string}`, RouteShape>>(table: R): R =>
  table;

/** The status of a success. */
export const statusOf = ({ reply, status }: RouteShape): 200 | 201 | 204 =>
  reply === "none" ? 204 : (status ?? 200);

export type Method = "GET" | "POST" | "PUT" | "DELETE";

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;
type Part<R, K extends string> = R extends Record<K, infer S> ? S : undefined;

/** The values that a handler receives, validated and converted. */
export type Params<R> = Output<Part<R, "params">>;
export type Query<R> = Output<Part<R, "query">>;
export type Body<R> = Output<Part<R, "body">>;

/** The values that a client sends, before validation and conversion. */
export type ParamsSent<R> = Input<Part<R, "params">>;
export type QuerySent<R> = Input<Part<R, "query">>;
export type BodySent<R> = Input<Part<R, "body">>;

/** The JSON of a success; undefined for an empty one, bytes for a file, events for a stream. */
export type Reply<R> = R extends { reply: infer S }
  ? S extends Schema
    ? z.output<S>
    : S extends "none"
      ? undefined
      : S extends { events: infer E extends Schema }
        ? z.output<E>[]
        : Uint8Array
  : never;
