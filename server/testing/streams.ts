import { afterEach, beforeAll } from "vitest";
import { transaction } from "../db/transaction.ts";
import { tellEverybody } from "../notifications/service.ts";
import type { TestApp } from "./app.ts";
import { type EventStream, openEventStream } from "./event-stream.ts";

/** Lets a test's server processes listen, and opens streams of users on them. */
export function useStreams(...processes: TestApp[]) {
  const urls = new Map<TestApp, string>();
  const open: EventStream[] = [];
  beforeAll(async () => {
    for (const one of processes) {
      urls.set(one, await one.app.listen({ port: 0, host: "127.0.0.1" }));
    }
  });
  afterEach(() => {
    for (const stream of open.splice(0)) stream.leave();
  });
  return {
    /** A stream that has told how many notifications are unread. */
    openStream: async (on: TestApp, token: string): Promise<EventStream> => {
      const stream = await openEventStream(`${urls.get(on)}/api/events`, {
        authorization: `Bearer ${token}`,
      });
      open.push(stream);
      if (stream.status === 200) await stream.until(({ events }) => events.length > 0);
      return stream;
    },
    /**
     * What has come since the beginning, once everything is there that was said before: the mark
     * that is said to everybody now is the last of it.
     */
    eventsOf: async (stream: EventStream): Promise<EventStream["events"]> => {
      const [one] = processes;
      if (!one) throw new Error("there is a process");
      marks += 1;
      const mark = { house_id: marks, date: "mark", first_round: null, second_round: null };
      await transaction(one.db, (tx) => tellEverybody(tx, { event: "result_voided", data: mark }));
      const isMark = ({ data }: { data: unknown }) =>
        Object(data).house_id === marks && Object(data).date === "mark";
      await stream.until(({ events }) => events.some(isMark));
      return stream.events.slice(1).filter(({ data }) => Object(data).date !== "mark");
    },
  };
}

let marks = 0;
