import type { FastifyRequest } from "fastify";
import { v7 as newKey } from "uuid";
import { Refusal } from "../refusal.ts";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The Idempotency-Key of a request, or a new one, so that the server can retry the call internally
 * even if the client sent no key.
 */
export function idempotencyKeyOf(request: FastifyRequest): string {
  const header = request.headers["idempotency-key"];
  if (header === undefined) return newKey();
  if (typeof header === "string" && UUID.test(header)) return header.toLowerCase();
  throw new Refusal("invalid_input", { problem: "Idempotency-Key must be a UUID" });
}
