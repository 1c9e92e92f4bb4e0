import { afterEach, beforeAll } from "vitest";
import { transaction } from "../db/transaction.ts";
import { tellEverybody } from "../notifications/service.ts";
import type { TestApp } from "./app.ts";
import { type EventStream, openEventStream } from "./event-stream.ts";

/** Starts the HTTP servers of a test's apps and opens event streams on them. */
export function useStreams(...processes: TestApp[]) {
  const urls = new Map<TestApp, string>();
  const open: EventStream[] = [];
  beforeAll(async () => {
    for (const process of processes) {
      urls.set(process, await process.app.listen({ port: 0, host: "127.0.0.1" }));
    }
  });
  afterEach(() => {
    for (const stream of open.splice(0)) stream.leave();
  });
  return {
    /** Opens a stream; resolves after its first event, the number of unread notifications. */
    openStream: async (on: TestApp, token: string): Promise<EventStream> => {
      const stream = await openEventStream(`${urls.get(on)}/api/events`, {
        authorization: `Bearer ${token}`,
      });
      open.push(stream);
      if (stream.status === 200) await stream.until(({ events }) => events.length > 0);
      return stream;
    },
    /**
     * The events after the first one. Everything that was sent before this call is included: a
     * marker event is sent to every stream now and awaited, so that it arrives last.
     */
    eventsOf: async (stream: EventStream): Promise<EventStream["events"]> => {
      const [process] = processes;
      if (!process) throw new Error("useStreams needs at least one process");
      markers += 1;
      const data = { house_id: markers, date: "marker", first_round: null, second_round: null };
      await transaction(process.db, (tx) => tellEverybody(tx, { event: "result_voided", data }));
      const isMarker = (event: { data: unknown }) =>
        Object(event.data).house_id === markers && Object(event.data).date === "marker";
      await stream.until(({ events }) => events.some(isMarker));
      return stream.events.slice(1).filter((event) => Object(event.data).date !== "marker");
    },
  };
}

let markers = 0;
