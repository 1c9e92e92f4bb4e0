import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ipOf } from "./client-address.ts";
import { isRead } from "./is-read.ts";

/** A request that takes longer is logged. */
const SLOW_MS = 1_000;

/** Generates request ids that are unique across processes, for responses and the log. */
export function createRequestIds(): () => string {
  const prefix = randomBytes(5).toString("hex");
  let count = 0;
  return () => `${prefix}-${(count += 1).toString(36)}`;
}

/**
 * Adds the request id to every response and logs faults, slow requests and changes by admins. A
 * line for each request would be most of the work in a rush, and an `onResponse` hook would make a
 * read 5 % slower.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    done();
  });
  app.addHook("onSend", (request, reply, _payload, done) => {
    const why = reasonToLog(request, reply);
    if (why) request.log[why.level](lineOf(request, reply), why.message);
    done();
  });
}

function reasonToLog(request: FastifyRequest, reply: FastifyReply) {
  if (reply.statusCode >= 500) return { level: "warn", message: "a call was not served" } as const;
  if (!isRead(request) && request.user?.role === "admin") {
    return { level: "info", message: "an admin made a call" } as const;
  }
  if (reply.elapsedTime > SLOW_MS) {
    return { level: "warn", message: "a call was slow" } as const;
  }
  return undefined;
}

const lineOf = (request: FastifyRequest, reply: FastifyReply) => ({
  reqId: request.id,
  method: request.method,
  // Without the query string, which may hold personal data.
  path: request.url.split("?")[0],
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime),
  user_id: request.user?.id,
  address: ipOf(request),
});
