import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";

/** A stream of server-sent events to one client. */
export interface Stream {
  /** Buffers before `begin`. Closes the connection of a client that leaves too much unread. */
  write(text: string): void;
  /** Sends the headers, this first text, and then the buffered text. */
  begin(reply: FastifyReply, text: string): void;
  end(): void;
  /** Ends the stream if `mayGoOn` is false. */
  check(): Promise<void>;
}

interface Options {
  heartbeat_ms: number;
  /** The text of a heartbeat. */
  heartbeat: () => string;
  unsent_bytes: number;
  /** Whether the stream's session is still valid. */
  mayGoOn: () => Promise<boolean>;
}

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
  // The connection is not reused, so a server that stops does not wait for a next request.
  connection: "close",
};

/** Opens a stream on a response of which nothing has been sent yet. */
export function openStream(response: ServerResponse, options: Options): Stream {
  let state: "opening" | "open" | "over" = "opening";
  let buffered = "";

  const write = (text: string) => {
    if (state === "over") return;
    if (state === "opening") {
      buffered += text;
      return;
    }
    response.write(text);
    if (response.writableLength > options.unsent_bytes) response.destroy();
  };

  const end = () => {
    if (state === "open") response.end();
    state = "over";
  };

  const check = async () => {
    // If the check fails, because the database is away, the stream stays open until the next check.
    if (!(await options.mayGoOn().catch(() => true))) end();
  };

  const heartbeat = setInterval(() => {
    // The stream was ended, but the client has not read its end.
    if (state === "over") return void response.destroy();
    write(options.heartbeat());
    void check();
  }, options.heartbeat_ms);
  heartbeat.unref();
  response.once("close", () => {
    clearInterval(heartbeat);
    state = "over";
  });

  return {
    write,
    end,
    check,
    begin(reply, text) {
      reply.headers(HEADERS).hijack();
      if (response.destroyed) return;
      response.writeHead(200, headersOf(reply));
      response.write(text + buffered);
      if (state === "opening") state = "open";
      else response.end();
      buffered = "";
    },
  };
}

/** All headers of the reply, including those that hooks have set. */
const headersOf = (reply: FastifyReply): Record<string, string> =>
  Object.fromEntries(
    Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
