import type { FastifyInstance } from "fastify";

/**
 * An IPv4 address with a port, or an IPv6 address in brackets, with a port or without. Anybody may
 * send this header, so each repetition has a limit: a run of digits is read only once.
 */
const WITH_PORT = /\b(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}|\[([\da-f:.]{2,45})\](?::\d{1,5})?/gi;

/**
 * Removes ports from X-Forwarded-For, where some proxies add the client's port. With ports, each
 * connection of a client would count as a different address.
 */
export function ignoreForwardedPorts(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw: { headers } }, _reply, done) => {
    const sent = headers["x-forwarded-for"];
    if (typeof sent === "string") headers["x-forwarded-for"] = sent.replace(WITH_PORT, "$1$2");
    done();
  });
}
