import { setImmediate as nextTurn } from "node:timers/promises";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type Body,
  type Params,
  type Query,
  type Reply,
  type RouteShape,
  statusOf,
} from "../../contract/route.ts";
import type { Context } from "../context.ts";
import { type Actor, mayCall, type SessionUser, userOf } from "./access.ts";
import { ipOf } from "./client-address.ts";
import { readForm } from "./form.ts";
import { idempotencyKeyOf } from "./idempotency.ts";
import { JsonBytes } from "./json-bytes.ts";
import { PreparedAnswer, sendPrepared } from "./prepared-answer.ts";
import { addressOf, limitsOf } from "./rate-limits.ts";
import { replySchema } from "./reply-schema.ts";
import type { StreamEvent } from "./streams.ts";
import { check, plainCheck } from "./validation.ts";

/** The input of a handler; `params`, `query` and `body` are validated by the route's schemas. */
interface Call<R> {
  context: Context;
  params: Params<R>;
  query: Query<R>;
  body: Body<R>;
  /** The caller: always set if the route needs a session, never if the route is public. */
  user: R extends { access: "public" }
    ? undefined
    : R extends { access: "optional" }
      ? SessionUser | undefined
      : SessionUser;
  /** On idempotent routes: the Idempotency-Key that was sent, or a new one. */
  key: R extends { idempotent: true } ? string : undefined;
  address: string;
  user_agent: string | null;
  /** On admin routes: the admin, as the audit trail names them. */
  actor: R extends { access: "admin" } ? Actor : undefined;
}

/** One handler for each route of a table; a missing one does not compile. */
export type Handlers<T> = { [K in keyof T]: Handler<T[K]> | AdmittingHandler<T[K]> };

type Handler<R> = (call: Call<R>) => Promise<Answer<R>>;

/**
 * `admit` may refuse before the body is read, so that refusing in a rush is cheaper than serving.
 */
interface AdmittingHandler<R> {
  admit: (caller: Pick<Call<R>, "context" | "user">) => void;
  handle: Handler<R>;
}

/**
 * The reply, its JSON, or a prepared answer if many clients request the same. For a stream:
 * its first events.
 */
type Answer<R> =
  | Reply<R>
  | JsonBytes<Reply<R>>
  | (R extends { etag: true } ? PreparedAnswer : never);

interface AnyHandler {
  admit: ((caller: unknown) => void) | undefined;
  handle: (call: unknown) => Promise<unknown>;
}

/** Registers a table's routes under their keys. */
export async function bindRoutes<T extends Record<string, RouteShape>>(
  app: FastifyInstance,
  context: Context,
  table: T,
  handlers: Handlers<T>,
): Promise<void> {
  const routes = Object.entries(table);
  bind(
    app,
    context,
    routes.filter(([, { form }]) => !form),
    handlers,
  );
  await app.register(async (forms) => {
    // Only for forms: the plugin's hooks add a cost to every request.
    await forms.register(multipart);
    bind(
      forms,
      context,
      routes.filter(([, { form }]) => form),
      handlers,
    );
  });
}

function bind<T>(
  app: FastifyInstance,
  context: Context,
  routes: [string, RouteShape][],
  handlers: Handlers<T>,
): void {
  for (const [key, route] of routes) {
    const [method = "", path = ""] = key.split(" ");
    const { admit, handle } = handlerOf(handlers, key);
    const limit = limitsOf(app, context, key);
    const checkBody = bodyCheck(route);
    const serve = async (request: FastifyRequest, reply: FastifyReply, body: unknown) => {
      // The session may have ended while the body arrived, which a client can delay by minutes.
      if (method !== "GET") await userOf(context, request, route.access);
      const call = callOf(context, route, request, checkBody(body));
      if (limit) await limit(request);
      if (isStream(route)) {
        return serveStream(context, route, request, reply, async () =>
          asEvents(await handle(call)),
        );
      }
      const answer = await (route.in_turn && call.user
        ? context.turns.take(call.user.id, async () => {
            await userOf(context, request, route.access);
            return handle(call);
          })
        : handle(call));
      // Sent when all requests that arrived with this one have been read, together with their
      // answers: that wakes the receiver once (docs/benchmarks.md, Short reads).
      if (answer instanceof PreparedAnswer) await nextTurn();
      return send(request, reply, route, answer);
    };
    app.route({
      method,
      // Replies on the order path are small: compressing them costs more than sending them.
      ...((method !== "GET" || isStream(route)) && { compress: false }),
      ...(isStream(route) && { exposeHeadRoute: false }),
      url: path.replace(/\{(\w+)\}/g, ":$1"),
      schema: replySchema(route),
      onRequest: async (request) => {
        request.user = await userOf(context, request, route.access);
        admit?.({ context, user: request.user });
      },
      handler: route.form
        ? (request, reply) =>
            context.room.share(
              { user_id: request.user?.id ?? 0, address: addressOf(request) },
              async (take) => serve(request, reply, await readForm(request, take)),
            )
        : (request, reply) => serve(request, reply, request.body),
    });
  }
}

/** Removes the handler's types, because the compiler cannot follow them in a loop over routes. */
function handlerOf<T>(handlers: Handlers<T>, key: string): AnyHandler {
  const handler: unknown = Object.getOwnPropertyDescriptor(handlers, key)?.value;
  const { admit, handle }: Record<string, unknown> =
    typeof handler === "function" ? { handle: handler } : Object(handler);
  if (typeof handle !== "function") throw new Error(`${key} has a handler`);
  return {
    admit: typeof admit === "function" ? (caller) => admit(caller) : undefined,
    handle: (call) => handle(call),
  };
}

/** Returns the function that validates a route's body and converts it by its schema. */
function bodyCheck({ body, plain_body }: RouteShape): (sent: unknown) => unknown {
  return plain_body && body ? plainCheck(body) : (sent) => check(body, sent);
}

function callOf(context: Context, route: RouteShape, request: FastifyRequest, body: unknown) {
  const { user } = request;
  const address = ipOf(request);
  const user_agent = request.headers["user-agent"]?.slice(0, 300) ?? null;
  return {
    context,
    params: check(route.params, request.params),
    query: route.query && check(route.query, filled(request.query)),
    body,
    user,
    key: route.idempotent && idempotencyKeyOf(request),
    address,
    user_agent,
    actor: route.access === "admin" && user ? { id: user.id, address, user_agent } : undefined,
  };
}

/** A filter that is left empty, as in `?kind=&status=pending`, is none. */
const filled = (query: unknown): unknown =>
  Object.fromEntries(Object.entries(Object(query)).filter(([, value]) => value !== ""));

const isStream = ({ reply }: RouteShape): boolean => typeof reply === "object" && "stream" in reply;

async function serveStream(
  context: Context,
  { access }: RouteShape,
  request: FastifyRequest,
  reply: FastifyReply,
  begin: () => Promise<StreamEvent[]>,
): Promise<FastifyReply> {
  if (!request.user) throw new Error("a stream belongs to somebody");
  await context.streams.serve(reply, {
    user_id: request.user.id,
    begin,
    mayGoOn: () => mayCall(context, request, access),
  });
  return reply;
}

/** The route's type guarantees this, but the compiler cannot follow it in a loop over routes. */
function asEvents(answer: unknown): StreamEvent[] {
  if (!Array.isArray(answer)) throw new Error("the handler of a stream answers events");
  return answer;
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  route: RouteShape,
  answer: unknown,
): FastifyReply {
  if (answer instanceof PreparedAnswer) return sendPrepared(request, reply, answer);
  reply.code(statusOf(route));
  if (typeof route.reply !== "string" && "file" in route.reply) {
    return reply.type(route.reply.file).header("cache-control", "private, no-store").send(answer);
  }
  reply.header("cache-control", "no-store");
  if (!(answer instanceof JsonBytes)) return reply.send(answer);
  return reply.type("application/json; charset=utf-8").send(answer.bytes);
}
