import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isRead } from "./is-read.ts";

/** A request that takes longer is worth a line. */
const SLOW_MS = 1_000;

/** Names for requests, different on every process: what an answer and the log call them. */
export function createRequestIds(): () => string {
  const process_name = randomBytes(5).toString("hex");
  let count = 0;
  return () => `${process_name}-${(count += 1).toString(36)}`;
}

/**
 * Gives every answer its request's id, and logs what is worth it when it is about to go: faults,
 * slow requests and what admins change. A line for each request would be most of the work in a
 * rush, and to be told that each answer has gone costs a read a twentieth.
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
  // Without its query, which may name people.
  path: request.url.split("?")[0],
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime),
  user_id: request.user?.id,
  address: request.ip,
});
