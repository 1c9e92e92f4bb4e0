import * as z from "zod/mini";
import { type ErrorCode, errors } from "../../contract/errors.ts";
import { type Access, type RouteShape, statusOf } from "../../contract/route.ts";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  schema: JsonSchema;
  description?: string;
}

/** An OpenAPI operation. */
export interface Operation {
  summary: string;
  tags: string[];
  operationId: string;
  security: object[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

type Content = Record<string, { schema: JsonSchema }>;

export interface OpenApi {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: object;
}

/** The API document (OpenAPI 3.1) of a table of routes. */
export function describeApi(table: Record<string, RouteShape>): OpenApi {
  const paths: OpenApi["paths"] = {};
  for (const [key, route] of Object.entries(table)) {
    const [method = "", path = ""] = key.split(" ");
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeRoute(key, route) };
  }
  const tags = new Set(Object.keys(table).map(tagOf));
  return {
    openapi: "3.1.0",
    info: { title: "Nishana", version: "1", description: INTRODUCTION },
    servers: [{ url: "/api" }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { session: { type: "http", scheme: "bearer" } },
      schemas: { Error: ERROR },
    },
  };
}

const INTRODUCTION =
  "Amounts are rupees with at most two decimals, dates yyyy-MM-dd in India, instants ISO 8601. " +
  "A refusal is {code, detail}, with fields where single ones are at fault.";

const ERROR = {
  type: "object",
  required: ["code", "detail"],
  properties: {
    code: { type: "string", enum: Object.keys(errors) },
    detail: { type: "string" },
    params: { type: "object", additionalProperties: { type: ["string", "number"] } },
    fields: { type: "object", additionalProperties: { type: "string" } },
  },
};

function describeRoute(key: string, route: RouteShape): Operation {
  return {
    summary: route.summary,
    tags: [tagOf(key)],
    operationId: operationIdOf(key),
    security: SECURITY[route.access],
    parameters: [
      ...parametersOf("path", route.params),
      ...parametersOf("query", route.query),
      ...(route.idempotent ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(route.body && {
      requestBody: { required: isNeeded(route.body), content: bodyOf(route, route.body) },
    }),
    responses: { ...successOf(route), ...refusalsOf(key, route) },
  };
}

/** The first part of the path. */
const tagOf = (key: string): string => key.split("/")[1] ?? "";

/** "GET /houses/{id}/can-play" is getHousesIdCanPlay. */
const operationIdOf = (key: string): string =>
  key
    .split(/\W+/)
    .filter((word) => word !== "")
    .map((word, index) =>
      index === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join("");

/** Alternatives of which one is enough; `{}` means without a session. */
const SECURITY: Record<Access, Operation["security"]> = {
  public: [],
  optional: [{}, { session: [] }],
  session: [{ session: [] }],
  admin: [{ session: ["admin"] }],
};

const IDEMPOTENCY_KEY: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: { type: "string", format: "uuid" },
  description: "The same key and body give the first answer again, and nothing is done twice.",
};

function parametersOf(place: "path" | "query", schema: z.ZodMiniType | undefined): Parameter[] {
  const { properties = {}, required = [] } = schema ? jsonSchema(schema, "input") : {};
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: typeof property === "boolean" ? {} : property,
  }));
}

/** A body is optional if an empty object is valid. */
const isNeeded = (body: z.ZodMiniType): boolean => !z.safeParse(body, {}).success;

const bodyOf = ({ form }: RouteShape, body: z.ZodMiniType): Content => ({
  [form ? "multipart/form-data" : "application/json"]: { schema: jsonSchema(body, "input") },
});

function successOf(route: RouteShape): Operation["responses"] {
  const { reply } = route;
  const status = String(statusOf(route));
  if (reply === "none") return { [status]: { description: "Done." } };
  return {
    [status]: { description: "Done.", content: contentOf(reply) },
    ...(route.etag && { 304: { description: "Unchanged since the ETag in If-None-Match." } }),
  };
}

function contentOf(reply: Exclude<RouteShape["reply"], "none">): Content {
  if ("file" in reply) return { [reply.file]: { schema: { type: "string", format: "binary" } } };
  if ("stream" in reply) return { [reply.stream]: { schema: jsonSchema(reply.events, "output") } };
  return { "application/json": { schema: jsonSchema(reply, "output") } };
}

/** For each status, the error codes and when they are raised. */
function refusalsOf(key: string, route: RouteShape): Operation["responses"] {
  const responses: Operation["responses"] = {};
  for (const code of codesOf(key, route)) {
    const { status, when } = errors[code];
    const before = responses[status];
    responses[status] = {
      description: `${before ? `${before.description}\n` : ""}${code}: ${when}`,
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    };
  }
  return responses;
}

/** The error codes of a route: its own, and those of every route with these properties. */
export function codesOf(key: string, route: RouteShape): ErrorCode[] {
  const { access, body, params, query, idempotent, refusals } = route;
  const codes = new Set<ErrorCode>();
  if (body || params || query || idempotent) codes.add("invalid_input");
  if (body) for (const code of OF_BODIES) codes.add(code);
  if (access === "session" || access === "admin") codes.add("session_required");
  if (access === "admin") codes.add("forbidden");
  for (const code of refusals) codes.add(code);
  if (idempotent) codes.add("idempotency_conflict");
  // A session lookup may find its lane full, and a read answers `busy` when the database is lost.
  // Public changes and health checks declare `busy` themselves where it applies.
  const is_read = key.startsWith("GET ");
  if (access !== "public" || (is_read && tagOf(key) !== "health")) codes.add("busy");
  if (!is_read) codes.add("outcome_unknown");
  codes.add("fault");
  return [...codes];
}

const OF_BODIES = ["malformed_body", "too_large", "too_slow", "unsupported_media_type"] as const;

/** Describes files, for which JSON has no type, as binary strings. */
function jsonSchema(schema: z.ZodMiniType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema: found }) => {
      if (zodSchema._zod.def.type === "custom") Object.assign(found, BINARY);
    },
  });
  return rest;
}

const BINARY = { type: "string", format: "binary" };
