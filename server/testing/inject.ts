import { text } from "node:stream/consumers";
import type { FastifyInstance, InjectOptions } from "fastify";

/** Injects a request. Of a stream of events, which has no end, only the head is received. */
export async function inject(
  app: FastifyInstance,
  request: InjectOptions,
): Promise<{ status: number; body: string }> {
  const response = await app.inject({ ...request, payloadAsStream: true });
  const status = response.statusCode;
  if (response.headers["content-type"]?.toString().startsWith("text/event-stream")) {
    response.raw.res.destroy();
    return { status, body: "" };
  }
  return { status, body: await text(response.stream()) };
}
