import type { FastifyInstance, InjectOptions } from "fastify";
import pino from "pino";
import { afterAll, beforeAll } from "vitest";
import * as z from "zod/mini";
import type { BodySent, ParamsSent, QuerySent, Reply, RouteShape } from "../../contract/route.ts";
import { type Contract, contract, type RouteKey } from "../../contract/table.ts";
import { buildApp } from "../app.ts";
import { type Config, readConfig } from "../config.ts";
import type { Context } from "../context.ts";
import { type TestDatabase, useDatabase } from "./database.ts";
import { PASSWORD, type Player } from "./makers.ts";

export interface CallOptions<R> {
  /** The token of a session (signIn gives it); nobody when absent. */
  as?: string;
  params?: ParamsSent<R>;
  query?: QuerySent<R>;
  body?: BodySent<R>;
  headers?: Record<string, string>;
}

interface Answer {
  status: number;
  /** The parsed JSON; undefined when the answer is empty or no JSON. */
  body: unknown;
  headers: Record<string, number | string | string[] | undefined>;
}

export interface TestApp extends TestDatabase {
  readonly app: FastifyInstance;
  /** For calling services of this server process. */
  readonly context: Context;
  /** One call by its key in the contract, whatever it answers. */
  call<K extends RouteKey>(key: K, options?: CallOptions<Contract[K]>): Promise<Answer>;
  /** The same, which must succeed: answers its reply, checked by the route's schema. */
  ask<K extends RouteKey>(key: K, options?: CallOptions<Contract[K]>): Promise<Reply<Contract[K]>>;
  /** The same, which must be refused: answers the code and the rest of the refusal. */
  refused<K extends RouteKey>(
    key: K,
    options?: CallOptions<Contract[K]>,
  ): Promise<Refused & { status: number }>;
  /** What was sent to phones, oldest first. */
  readonly messages: readonly { phone: string; text: string }[];
  /** Logs in and answers the token. */
  signIn(player: Pick<Player, "phone">, password?: string): Promise<string>;
}

/**
 * The real server on a database of its own, not listening. A fault (an answer of 500) fails its
 * test.
 */
export const useApp = (changes: Partial<Config> = {}): TestApp => appOn(useDatabase(), changes);

/** The same on the database of another: one more server process beside that one. */
export function appOn(database: TestDatabase, changes: Partial<Config> = {}): TestApp {
  const config = { ...readConfig({ RATE_LIMIT: "off" }), ...changes };
  const messages: { phone: string; text: string }[] = [];
  const sender = {
    send: async (phone: string, text: string) => void messages.push({ phone, text }),
  };
  let app: FastifyInstance | undefined;
  beforeAll(async () => {
    app = await buildApp({ db: database.db, config, log: complainingLog(), messages: sender });
    await app.ready();
  });
  afterAll(async () => {
    await app?.close();
    // Tests are kept until the run ends, and with them all that they hold.
    app = undefined;
  });
  const test_app: TestApp = {
    get app() {
      if (!app) throw new Error("the app is there once the tests run");
      return app;
    },
    get db() {
      return database.db;
    },
    get context() {
      return test_app.app.context;
    },
    url: database.url,
    messages,
    async call(key, options) {
      // What a maker has written is known to this process then, as if a service had written it.
      await test_app.context.listener.catchUp();
      return call(test_app.app, key, options);
    },
    ask: async (key, options) => replyOf(key, await test_app.call(key, options)),
    refused: async (key, options) => refusalOf(key, await test_app.call(key, options)),
    signIn: async ({ phone }, password = PASSWORD) =>
      (await test_app.ask("POST /auth/login", { body: { phone, password } })).access_token,
  };
  return test_app;
}

/** What the server logs as an error goes to console.error, which fails the test. */
const complainingLog = () =>
  pino({ level: "error" }, { write: (line: string) => console.error(line) });

async function call<K extends RouteKey>(
  app: FastifyInstance,
  key: K,
  options: CallOptions<Contract[K]> = {},
): Promise<Answer> {
  const answer = await app.inject({
    ...addressOf(key, options.params, options.query),
    ...(options.body !== undefined && { payload: JSON.stringify(options.body) }),
    headers: {
      ...(options.body !== undefined && { "content-type": "application/json" }),
      ...(options.as !== undefined && { authorization: `Bearer ${options.as}` }),
      ...options.headers,
    },
  });
  const is_json = String(answer.headers["content-type"]).startsWith("application/json");
  const body: unknown = is_json ? JSON.parse(answer.payload) : undefined;
  return { status: answer.statusCode, body, headers: answer.headers };
}

function addressOf(key: RouteKey, params: object = {}, query: object = {}) {
  const [method = "", path = ""] = key.split(" ");
  const values = new Map(textsOf(params));
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values.get(name) ?? ""),
  );
  const search = new URLSearchParams(textsOf(query)).toString();
  return { method: methodOf(method), url: `/api${url}?${search}` };
}

/** What a path or a query carries is text already. */
const textsOf = (values: object): [string, string][] =>
  Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === "string");

function methodOf(text: string): NonNullable<InjectOptions["method"]> {
  if (text === "GET" || text === "POST" || text === "PUT" || text === "DELETE") return text;
  throw new Error(`${text} is a method of the contract`);
}

function replyOf<K extends RouteKey>(key: K, { status, body }: Answer): Reply<Contract[K]> {
  const route: RouteShape = contract[key];
  if (status !== (route.status ?? 200)) {
    throw new Error(`${key} answered ${status}: ${JSON.stringify(body)}`);
  }
  return checked(route, body);
}

/** The schema's output is the route's reply, which the compiler cannot see for a key in general. */
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
