import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";

/** One answer that goes on: server-sent events to one reader. */
export interface Stream {
  /** Cuts a reader off who leaves too much unread. Before the beginning it is held back. */
  write(text: string): void;
  /** Sends the head, what it begins with, and what was held back. */
  begin(reply: FastifyReply, text: string): void;
  end(): void;
  /** Ends it if it may not go on. */
  check(): Promise<void>;
}

interface Options {
  heartbeat_ms: number;
  unsent_bytes: number;
  /** Whether its session is still there. */
  mayGoOn: () => Promise<boolean>;
}

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
  // Nothing comes after it, so that a server which stops waits for no next request.
  connection: "close",
};

const HEARTBEAT = ":\n\n";

/** A stream on a response of which nothing is sent yet. */
export function openStream(response: ServerResponse, options: Options): Stream {
  let state: "opening" | "open" | "over" = "opening";
  let held = "";

  const write = (text: string) => {
    if (state === "over") return;
    if (state === "opening") {
      held += text;
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
    // When nobody can tell, because the database is away, it goes on until somebody can.
    if (!(await options.mayGoOn().catch(() => true))) end();
  };

  const heartbeat = setInterval(() => {
    // It was ended, and its reader has not even taken that.
    if (state === "over") return void response.destroy();
    write(HEARTBEAT);
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
      response.write(text + held);
      if (state === "opening") state = "open";
      else response.end();
      held = "";
    },
  };
}

/** What the hooks have set, and ours. */
const headersOf = (reply: FastifyReply): Record<string, string> =>
  Object.fromEntries(
    Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
