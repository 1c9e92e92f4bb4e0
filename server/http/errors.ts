import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ErrorCode, errors, type ErrorReply } from "../../contract/errors.ts";
import { refusalOf } from "../db/constraints.ts";
import { isLostConnection } from "../db/lost-connection.ts";
import { Refusal } from "../refusal.ts";
import { isRead } from "./is-read.ts";

const BUSY_RETRY_SECONDS = "1";

/** Maps the error codes of Fastify and its plugins to our refusals. */
const framework = new Map<string, ErrorCode>([
  ["FST_ERR_CTP_INVALID_JSON_BODY", "malformed_body"],
  ["FST_ERR_CTP_INVALID_CONTENT_LENGTH", "malformed_body"],
  ["FST_ERR_CTP_INVALID_MEDIA_TYPE", "unsupported_media_type"],
  ["FST_ERR_CTP_BODY_TOO_LARGE", "too_large"],
  ["FST_ERR_BAD_URL", "not_found"],
  ["FST_ERR_MAX_PARAM_LENGTH", "not_found"],
  ["FST_REQ_FILE_TOO_LARGE", "proof_too_large"],
  ["FST_FILES_LIMIT", "too_large"],
  ["FST_FIELDS_LIMIT", "too_large"],
  ["FST_PARTS_LIMIT", "too_large"],
  ["FST_PROTO_VIOLATION", "malformed_body"],
  ["FST_INVALID_MULTIPART_CONTENT_TYPE", "unsupported_media_type"],
]);

/** Gives all error responses one shape. A fault is logged, and its response shows no details. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError);
}

/** The same for a malformed URL, for which Fastify runs no hooks. */
export function answerBadAddress(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.headers({ "x-request-id": request.id, "x-content-type-options": "nosniff" });
  answerError(error, request, reply);
}

function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = toRefusal(error);
  if (refusal) return refuse(reply, refusal);
  logFault(request, error);
  if (!isLostConnection(error)) return refuse(reply, new Refusal("fault"));
  // The transaction, or the first of several, may have committed before the connection was lost.
  return refuse(reply, new Refusal(isRead(request) ? "busy" : "outcome_unknown"));
}

const logged = new WeakSet<Error>();

/**
 * Logs an error in full only once: all orders of a batch fail with the same error, its message may
 * have kilobytes, and the cause may be a full disk.
 */
function logFault(request: FastifyRequest, error: FastifyError): void {
  const { id: reqId, log } = request;
  if (logged.has(error)) {
    log.error({ reqId, err: error.message }, "a call failed with others");
    return;
  }
  logged.add(error);
  log.error({ reqId, err: error }, "a call failed");
}

function toRefusal(error: FastifyError): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const code = framework.get(error.code);
  if (code) return new Refusal(code);
  const refusal = refusalOf(error);
  if (refusal) return refusal;
  // Any other 4xx of the framework or the form parser is the client's fault.
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500 ? new Refusal("malformed_body") : undefined;
}

/** Sends a refusal. */
export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { code, params } = refusal;
  if (code === "busy") reply.header("retry-after", BUSY_RETRY_SECONDS);
  if (code === "too_many_requests") reply.header("retry-after", String(params?.["seconds"] ?? 60));
  return reply
    .code(errors[code].status)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(bodyOf(refusal));
}

const bodyOf = ({ code, message, params, fields }: Refusal): ErrorReply => ({
  code,
  detail: message,
  params,
  fields,
});

/**
 * Node's error codes for requests that it gives up. One that was too slow is not answered with 408:
 * Chromium would then send it once more by itself, and its user would wait for as long again.
 */
const client_errors = new Map<string | undefined, ErrorCode>([
  ["HPE_HEADER_OVERFLOW", "too_large"],
  ["ERR_HTTP_REQUEST_TIMEOUT", "too_slow"],
]);

/** Responds on the raw socket to input that is not HTTP, is too slow, or has too long headers. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  const refusal = new Refusal(client_errors.get(error.code) ?? "malformed_body");
  if (socket.writable && error.code !== "ECONNRESET") {
    const { status } = errors[refusal.code];
    const body = JSON.stringify(bodyOf(refusal));
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "content-type: application/json; charset=utf-8",
      `content-length: ${Buffer.byteLength(body)}`,
      "connection: close",
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}
