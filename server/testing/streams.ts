import { afterEach, beforeAll } from "vitest";
import { transaction } from "../db/transaction.ts";
import { tellEverybody } from "../notifications/service.ts";
import type { TestApp } from "./app.ts";
import { type EventStream, openEventStream } from "./event-stream.ts";

/** Starts the HTTP servers of a test's apps and opens event streams on them. */
export function useStreams(...processes: TestApp[]) {
  const urls = new Map<TestApp, string>();
  const open: EventStream[] = [];
  const begins = new WeakMap<EventStream, number>();
  beforeAll(async () => {
    for (const process of processes) {
      urls.set(process, await process.app.listen({ port: 0, host: "127.0.0.1" }));
    }
  });
  afterEach(() => {
    for (const stream of open.splice(0)) stream.leave();
  });

  /**
   * Sends a marker event to every stream and waits until this one has it: everything that was sent
   * before has then arrived too. Returns the number of events up to and including the marker.
   */
  const passMarker = async (stream: EventStream): Promise<number> => {
    const [process] = processes;
    if (!process) throw new Error("useStreams needs at least one process");
    markers += 1;
    const id = markers;
    const data = { house_id: id, date: MARKER, first_round: null, second_round: null };
    await transaction(process.db, (tx) => tellEverybody(tx, { event: "result_voided", data }));
    const findMarker = () =>
      stream.events.findIndex((event) => isMarker(event) && Object(event.data).house_id === id);
    await stream.until(() => findMarker() !== -1);
    return findMarker() + 1;
  };

  return {
    /** Opens a stream; resolves once nothing that was sent before can still arrive on it. */
    openStream: async (on: TestApp, token: string, search = ""): Promise<EventStream> => {
      const stream = await openEventStream(`${urls.get(on)}/api/events${search}`, {
        authorization: `Bearer ${token}`,
      });
      open.push(stream);
      if (stream.status === 200) begins.set(stream, await passMarker(stream));
      return stream;
    },
    /** Everything that was sent on the stream since it was opened and before this call. */
    eventsOf: async (stream: EventStream): Promise<EventStream["events"]> => {
      const events = stream.events.slice(begins.get(stream), await passMarker(stream));
      return events.filter((event) => !isMarker(event));
    },
  };
}

const MARKER = "marker";
const isMarker = ({ data }: { data: unknown }) => Object(data).date === MARKER;

let markers = 0;
