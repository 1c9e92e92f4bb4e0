import type { Connection } from "./connection.ts";
import type { Loop } from "./loop.ts";
import type { Tally } from "./tally.ts";

/** Every client sends its next request when it has the answer to the last one. */
export function loopClosed(
  connections: Connection[],
  nextRequest: () => string,
  tally: Tally,
): Loop {
  let is_ended = false;
  let under_way = connections.length;
  let allAnswered = () => {};
  const ended = new Promise<void>((resolve) => (allAnswered = resolve));

  const sendNext = (connection: Connection) => {
    const sent = performance.now();
    connection.send(nextRequest(), (status) => {
      if (!is_ended) tally.answered(status, performance.now() - sent);
      if (!is_ended) return sendNext(connection);
      under_way -= 1;
      if (under_way === 0) allAnswered();
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
