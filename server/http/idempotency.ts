import type { FastifyRequest } from "fastify";
import { v7 as newKey } from "uuid";
import { Refusal } from "../refusal.ts";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The Idempotency-Key of a request, or a new one: so a call can be repeated inside the server even
 * when its caller sent none.
 */
export function idempotencyKeyOf(request: FastifyRequest): string {
  const sent = request.headers["idempotency-key"];
  if (sent === undefined) return newKey();
  if (typeof sent === "string" && UUID.test(sent)) return sent.toLowerCase();
  throw new Refusal("invalid_input", { problem: "Idempotency-Key must be a UUID" });
}
