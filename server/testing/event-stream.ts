import { EventEmitter, once } from "node:events";
import { get, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { createParser } from "eventsource-parser";

/** A client's view of a stream of server-sent events. */
export interface EventStream {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  /** The events received so far, in order. */
  readonly events: readonly { event: string; data: unknown }[];
  /** The number of heartbeats (comment lines) received. */
  readonly heartbeats: number;
  /** The reconnection delay that the server asked for. */
  readonly retry_ms: number | undefined;
  /** Resolves when the condition holds; rejects when the stream ends before. */
  until(holds: (stream: EventStream) => boolean): Promise<void>;
  /** Resolves when the stream has ended. */
  untilOver(): Promise<void>;
  /** Disconnects, as a client does. */
  leave(): void;
}

export async function openEventStream(
  url: string,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const response = await connect(url, headers);
  const changes = new EventEmitter();
  let retry_ms: number | undefined;
  let is_over = false;
  const stream = {
    get retry_ms() {
      return retry_ms;
    },
    status: response.statusCode,
    headers: response.headers,
    events: new Array<{ event: string; data: unknown }>(),
    heartbeats: 0,
    async until(holds: (stream: EventStream) => boolean) {
      while (!holds(stream)) {
        if (is_over) throw new Error(`the stream ended after ${JSON.stringify(stream.events)}`);
        await once(changes, "change");
      }
    },
    async untilOver() {
      while (!is_over) await once(changes, "change");
    },
    leave: () => void response.destroy(),
  };
  const parser = createParser({
    onEvent: ({ event = "message", data }) => stream.events.push({ event, data: JSON.parse(data) }),
    onComment: () => (stream.heartbeats += 1),
    onRetry: (delay_ms) => (retry_ms = delay_ms),
  });
  response.setEncoding("utf8").on("data", (text: string) => {
    parser.feed(text);
    changes.emit("change");
  });
  response.once("close", () => {
    is_over = true;
    changes.emit("change");
  });
  return stream;
}

/** Uses a connection of its own, which the client would keep, as browsers do. */
const connect = (url: string, headers: Record<string, string>) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const options = { headers: { connection: "keep-alive", ...headers }, agent: false };
    get(url, options, resolve).once("error", reject);
  });
