import type { Connection } from "./connection.ts";
import type { Loop } from "./loop.ts";
import type { Tally } from "./tally.ts";

/** A closed loop: each client sends its next request when it has the last response. */
export function loopClosed(
  connections: Connection[],
  nextRequest: () => string,
  tally: Tally,
): Loop {
  let is_ended = false;
  let in_flight = connections.length;
  let allAnswered = () => {};
  const ended = new Promise<void>((resolve) => (allAnswered = resolve));

  const sendNext = (connection: Connection) => {
    const sent = performance.now();
    connection.send(nextRequest(), (status) => {
      if (!is_ended) tally.answered(status, performance.now() - sent);
      if (!is_ended) return sendNext(connection);
      in_flight -= 1;
      if (in_flight === 0) allAnswered();
    });
  };
  connections.forEach(sendNext);

  return {
    async end() {
      is_ended = true;
      const report = tally.report();
      await ended;
      return { ...report, arrived: 0, refused: 0, refused_without_retry_after: 0 };
    },
  };
}
