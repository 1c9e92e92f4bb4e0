import type { FastifyRequest } from "fastify";

/** Whether a call changes nothing, so that it may be made again. */
export const isRead = ({ method }: FastifyRequest): boolean =>
  method === "GET" || method === "HEAD";
