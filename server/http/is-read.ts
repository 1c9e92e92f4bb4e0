import type { FastifyRequest } from "fastify";

/** Whether a request changes nothing and is therefore safe to retry. */
export const isRead = ({ method }: FastifyRequest): boolean =>
  method === "GET" || method === "HEAD";
