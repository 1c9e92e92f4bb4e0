import * as z from "zod/mini";
import { type RouteShape, statusOf } from "../../contract/route.ts";

/**
 * The JSON schema of a route's success response, from which Fastify builds its serializer. It
 * writes only declared fields, so that an extra column in a row is not sent.
 */
export function replySchema(route: RouteShape): object {
  if (route.reply === "none" || "file" in route.reply || "stream" in route.reply) return {};
  const schema = z.toJSONSchema(route.reply, { target: "draft-7", io: "output" });
  return { response: { [statusOf(route)]: schema } };
}
