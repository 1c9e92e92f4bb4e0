import { loopClosed } from "./closed-loop.ts";
import { openConnections } from "./connection.ts";
import type { LoadCommand, LoadMessage, LoadSpec } from "./load.ts";
import { loopOpen } from "./open-loop.ts";
import { createRequests } from "./requests.ts";
import { createTally } from "./tally.ts";

/**
 * A load generator: takes a LoadSpec as JSON, measures from "begin" to "end", reports and exits.
 */
const spec: LoadSpec = JSON.parse(process.argv[2] ?? "");
const connections = await openConnections(spec.port, spec.clients);
const nextRequest = createRequests(spec.requests, spec.players);
const tally = createTally();
const loop =
  spec.arrivals === undefined
    ? loopClosed(connections, nextRequest, tally)
    : loopOpen(connections, spec.arrivals, nextRequest, tally);

process.on("message", (command: LoadCommand) => {
  if (command === "begin") tally.begin();
  else void end();
});
// Exit when the parent process has ended.
process.on("disconnect", () => process.exit());
tell("ready");

async function end() {
  const report = await loop.end();
  connections.forEach((connection) => connection.close());
  tell(report);
  process.disconnect();
}

function tell(message: LoadMessage) {
  process.send?.(message);
}
