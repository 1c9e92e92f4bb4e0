import type { FastifyInstance, InjectOptions } from "fastify";
import pino from "pino";
import { afterAll, beforeAll } from "vitest";
import * as z from "zod/mini";
import {
  type BodySent,
  type ParamsSent,
  type QuerySent,
  type Reply,
  type RouteShape,
  statusOf,
} from "../../contract/route.ts";
import { type Contract, contract, type RouteKey } from "../../contract/table.ts";
import { buildApp } from "../app.ts";
import { type Config, readConfig } from "../config.ts";
import type { Context } from "../context.ts";
import { codesOf } from "../http/openapi.ts";
import { type TestDatabase, useDatabase } from "./database.ts";
import { PASSWORD, type Player } from "./makers.ts";

export interface CallOptions<R> {
  /** A session token, as signIn returns it. Defaults to no session. */
  as?: string;
  params?: ParamsSent<R>;
  query?: QuerySent<R>;
  body?: BodySent<R>;
  headers?: Record<string, string>;
}

interface Answer {
  status: number;
  /** The parsed JSON; undefined when the response is empty or not JSON. */
  body: unknown;
  headers: Record<string, number | string | string[] | undefined>;
}

export interface TestApp extends TestDatabase {
  readonly app: FastifyInstance;
  /** For tests that call services of this server process directly. */
  readonly context: Context;
  /**
   * Makes one call by its key in the contract and returns the response, whatever its status, when
   * the work that follows it has ended.
   */
  call<K extends RouteKey>(key: K, options?: CallOptions<Contract[K]>): Promise<Answer>;
  /** Makes a call that must succeed. Returns the reply, checked by the route's schema. */
  ask<K extends RouteKey>(key: K, options?: CallOptions<Contract[K]>): Promise<Reply<Contract[K]>>;
  /** Makes a call that must be refused. Returns the refusal with its code. */
  refused<K extends RouteKey>(
    key: K,
    options?: CallOptions<Contract[K]>,
  ): Promise<Refused & { status: number }>;
  /** The messages that were sent to phones, oldest first. */
  readonly messages: readonly { phone: string; text: string }[];
  /** Logs in and returns the session token. */
  signIn(player: Pick<Player, "phone">, password?: string): Promise<string>;
}

/**
 * The real server on its own database; it does not listen. A fault (a response with status 500)
 * fails the test.
 */
export const useApp = (changes: Partial<Config> = {}): TestApp => appOn(useDatabase(), changes);

/** Another app on the same database, as a second server process. */
export function appOn(database: TestDatabase, changes: Partial<Config> = {}): TestApp {
  const config = { ...readConfig({ RATE_LIMIT: "off" }), ...changes };
  const messages: { phone: string; text: string }[] = [];
  const sender = {
    send: async (phone: string, text: string) => void messages.push({ phone, text }),
  };
  let app: FastifyInstance | undefined;
  beforeAll(async () => {
    app = await buildApp({ db: database.db, config, log: failingLog(), messages: sender });
    await app.ready();
  });
  afterAll(async () => {
    await app?.close();
    // The test runner keeps this closure until the run ends, so release the app.
    app = undefined;
  });
  const test_app: TestApp = {
    get app() {
      if (!app) throw new Error("the app exists only while tests run");
      return app;
    },
    get db() {
      return database.db;
    },
    get context() {
      return test_app.app.context;
    },
    url: database.url,
    expectDeadlocks: database.expectDeadlocks,
    messages,
    async call(key, options) {
      // Wait until this process has received all NOTIFY messages, because makers write directly to
      // the database. Services wait for the same.
      await test_app.context.listener.catchUp();
      const answer = await call(test_app.app, key, options);
      await test_app.context.afterwards.ended();
      return answer;
    },
    ask: async (key, options) => replyOf(key, await test_app.call(key, options)),
    refused: async (key, options) => refusalOf(key, await test_app.call(key, options)),
    signIn: async ({ phone }, password = PASSWORD) =>
      (await test_app.ask("POST /auth/login", { body: { phone, password } })).access_token,
  };
  return test_app;
}

/** Errors that the server logs go to console.error, which fails the test. */
const failingLog = () => pino({ level: "error" }, { write: (line: string) => console.error(line) });

async function call<K extends RouteKey>(
  app: FastifyInstance,
  key: K,
  options: CallOptions<Contract[K]> = {},
): Promise<Answer> {
  const response = await app.inject({
    ...addressOf(key, options.params, options.query),
    ...(options.body !== undefined && { payload: JSON.stringify(options.body) }),
    headers: {
      ...(options.body !== undefined && { "content-type": "application/json" }),
      ...(options.as !== undefined && { authorization: `Bearer ${options.as}` }),
      ...options.headers,
    },
  });
  const is_json = String(response.headers["content-type"]).startsWith("application/json");
  const body: unknown = is_json ? JSON.parse(response.payload) : undefined;
  if (response.statusCode >= 400) expectDocumented(key, z.parse(Refused, body).code);
  return { status: response.statusCode, body, headers: response.headers };
}

/** Throws if the API document does not name the code among the refusals of the call. */
export function expectDocumented(key: RouteKey, code: string): void {
  const codes: string[] = codesOf(key, contract[key]);
  if (!codes.includes(code)) {
    throw new Error(`the API document does not name ${code} for ${key}`);
  }
}

function addressOf(key: RouteKey, params: object = {}, query: object = {}) {
  const [method = "", path = ""] = key.split(" ");
  const values = new Map(stringEntries(params));
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values.get(name) ?? ""),
  );
  const search = new URLSearchParams(stringEntries(query)).toString();
  return { method: methodOf(method), url: `/api${url}?${search}` };
}

/** Path and query parameters are strings already; undefined ones are left out. */
const stringEntries = (values: object): [string, string][] =>
  Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === "string");

function methodOf(text: string): NonNullable<InjectOptions["method"]> {
  if (text === "GET" || text === "POST" || text === "PUT" || text === "DELETE") return text;
  throw new Error(`unknown method: ${text}`);
}

function replyOf<K extends RouteKey>(key: K, { status, body }: Answer): Reply<Contract[K]> {
  const route: RouteShape = contract[key];
  if (status !== statusOf(route)) {
    throw new Error(`${key} answered ${status}: ${JSON.stringify(body)}`);
  }
  return checked(route, body);
}

/** The schema's output is the route's reply. The compiler cannot infer this for a generic key. */
function checked<R>(route: RouteShape, body: unknown): R;
function checked(route: RouteShape, body: unknown): unknown {
  const { reply } = route;
  if (typeof reply === "string" || "file" in reply || "stream" in reply) return undefined;
  return z.parse(reply, body);
}

type Refused = z.output<typeof Refused>;

const Refused = z.object({
  code: z.string(),
  detail: z.string(),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  fields: z.optional(z.record(z.string(), z.string())),
});

function refusalOf(key: RouteKey, { status, body }: Answer): Refused & { status: number } {
  if (status < 400) throw new Error(`${key} succeeded: ${JSON.stringify(body)}`);
  return { status, ...z.parse(Refused, body) };
}
