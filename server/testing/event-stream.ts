import { EventEmitter, once } from "node:events";
import { get, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { createParser } from "eventsource-parser";

/** A stream of server-sent events, as its reader has it. */
export interface EventStream {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  /** What has come: names and data, in order. */
  readonly events: readonly { event: string; data: unknown }[];
  /** How often it was told that nothing has happened. */
  readonly heartbeats: number;
  /** What it was told to wait before it comes again. */
  readonly retry_ms: number | undefined;
  /** Answers once this holds of it; fails when it ends before. */
  until(holds: (stream: EventStream) => boolean): Promise<void>;
  /** Answers once the server has ended it. */
  untilOver(): Promise<void>;
  /** Goes away, as a reader does. */
  leave(): void;
}

export async function openEventStream(
  url: string,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const response = await reach(url, headers);
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
        if (is_over) throw new Error(`it ended after ${JSON.stringify(stream.events)}`);
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
    onRetry: (asked) => (retry_ms = asked),
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

/** On a connection of its own, which is closed with it. */
const reach = (url: string, headers: Record<string, string>) =>
  new Promise<IncomingMessage>((answer, fail) => {
    get(url, { headers, agent: false }, answer).once("error", fail);
  });
