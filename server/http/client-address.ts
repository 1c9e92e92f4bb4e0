import type { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";

/**
 * Reads the address of each connection when it is accepted. Node keeps what it has read, but cannot
 * read it any more once the client has reset the connection, perhaps before its call is served.
 */
export function readAddresses({ server }: FastifyInstance): void {
  server.on("connection", (socket: Socket) => void socket.remoteAddress);
}

/** The client was gone before its connection was accepted. */
const UNKNOWN = "unknown";

/** The address of the client; forwarded by a proxy if that is trusted. */
export const ipOf = ({ ip }: FastifyRequest): string => ip ?? UNKNOWN;
