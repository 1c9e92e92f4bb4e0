import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";

/** Below it, packing gains less than a packet. */
const LEAST_PACKED_BYTES = 1_024;

/** An answer that is made once, serialised and packed, and sent to everybody who asks. */
export class PreparedAnswer {
  readonly etag: string;
  readonly plain: Buffer;
  /** By their names in accept-encoding, best first. */
  readonly packed: ReadonlyMap<string, Buffer>;

  constructor(plain: Buffer, packed: PreparedAnswer["packed"]) {
    this.plain = plain;
    this.packed = packed;
    this.etag = `W/"${hash("sha256", plain, "base64url").slice(0, 20)}"`;
  }
}

/** Only what the schema declares gets into the answer, as by any other serialiser here. */
export async function prepareAnswer(schema: z.ZodMiniType, value: unknown) {
  const plain = Buffer.from(JSON.stringify(z.parse(schema, value)));
  if (plain.length < LEAST_PACKED_BYTES) return new PreparedAnswer(plain, new Map());
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  const packed = new Map([
    ["br", br],
    ["gzip", gz],
  ]);
  return new PreparedAnswer(plain, packed);
}

/** Sends it, packed if the caller takes that, or 304 to a caller who has it. */
export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, plain, packed }: PreparedAnswer,
): FastifyReply {
  // Whoever takes anything gets gzip, as of the answers that are packed for one caller.
  const accepted = request.headers["accept-encoding"]?.toLowerCase().replaceAll("*", "gzip") ?? "";
  reply.headers({ etag, "cache-control": "no-cache", vary: "accept-encoding" });
  if (request.headers["if-none-match"]?.includes(etag.slice(2))) return reply.code(304).send();
  reply.type("application/json; charset=utf-8");
  const name = negotiate(accepted, [...packed.keys()]);
  const body = name === null ? undefined : packed.get(name);
  return body ? reply.header("content-encoding", name).send(body) : reply.send(plain);
}
