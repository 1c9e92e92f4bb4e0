import type { FastifyInstance } from "fastify";

/** An IPv4 address with a port, or an IPv6 address in brackets, with a port or without. */
const WITH_PORT = /(\d+(?:\.\d+){3}):\d+|\[([\da-f:.]+)\](?::\d+)?/gi;

/**
 * Takes the ports out of what proxies say about the caller's address, which some of them write:
 * each connection of one caller would count as another address.
 */
export function ignoreForwardedPorts(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw: { headers } }, _reply, done) => {
    const sent = headers["x-forwarded-for"];
    if (typeof sent === "string") headers["x-forwarded-for"] = sent.replace(WITH_PORT, "$1$2");
    done();
  });
}
