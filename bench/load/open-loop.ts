import type { Connection } from "./connection.ts";
import type { Loop } from "./loop.ts";
import type { Tally } from "./tally.ts";

/** A request, and when its current try was due. */
interface Arrival {
  request: string;
  due: number;
}

const TICK_MS = 2;

/**
 * An open loop: requests arrive at a fixed rate, independent of the server. A request that is
 * refused as `busy` is retried unchanged after Retry-After until it is accepted; `end` waits for
 * all of them. The time that a request waits for a free connection is part of its duration.
 */
export function loopOpen(
  connections: Connection[],
  arrivals_per_second: number,
  nextRequest: () => string,
  tally: Tally,
): Loop {
  const free = [...connections];
  const waiting = createQueue();
  const began = performance.now();
  const counts = { arrived: 0, accepted: 0, refused: 0, refused_without_retry_after: 0 };
  let is_ended = false;
  let allAccepted = () => {};
  const ended = new Promise<void>((resolve) => (allAccepted = resolve));

  const send = (arrival: Arrival) => {
    const connection = free.pop();
    if (!connection) return waiting.push(arrival);
    connection.send(arrival.request, (status, retry_after) => {
      tally.answered(status, performance.now() - arrival.due);
      free.push(connection);
      if (status === 503) retry(arrival.request, retry_after);
      else counts.accepted += 1;
      const next = waiting.shift();
      if (next) send(next);
      if (is_ended && counts.accepted === counts.arrived) allAccepted();
    });
  };
  const retry = (request: string, retry_after: number | undefined) => {
    counts.refused += 1;
    if (retry_after === undefined) counts.refused_without_retry_after += 1;
    const wait_ms = (retry_after ?? 1) * 1_000;
    setTimeout(() => send({ request, due: performance.now() }), wait_ms);
  };
  const arrive = () => {
    const now = performance.now();
    for (;;) {
      const due = began + (counts.arrived / arrivals_per_second) * 1_000;
      if (due > now) return;
      counts.arrived += 1;
      send({ request: nextRequest(), due });
    }
  };
  const ticking = setInterval(arrive, TICK_MS);

  return {
    async end() {
      clearInterval(ticking);
      is_ended = true;
      if (counts.accepted < counts.arrived) await ended;
      const { arrived, refused, refused_without_retry_after } = counts;
      return { ...tally.report(), arrived, refused, refused_without_retry_after };
    },
  };
}

/** A FIFO queue whose `shift` does not move the other items each time. */
function createQueue() {
  let items: Arrival[] = [];
  let taken = 0;
  return {
    push: (item: Arrival) => void items.push(item),
    shift(): Arrival | undefined {
      const item = items[taken];
      if (item) taken += 1;
      if (taken > 10_000) {
        items = items.slice(taken);
        taken = 0;
      }
      return item;
    },
  };
}
