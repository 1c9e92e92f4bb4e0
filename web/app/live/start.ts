import type { QueryClient } from "@tanstack/react-query";
import type { LiveEvent } from "../../../contract/notifications/schemas.ts";
import { keepConnected } from "../../lib/live-connection.ts";
import { loadMessages } from "../../lib/messages.ts";
import { renewUnread } from "../../notifications/unread.ts";
import { takeEvent } from "./events.ts";
import { renewAll, renewUncertain } from "./renew.ts";
import { tell } from "./tell.ts";

/** After this many quiet moments in a row the page has loaded. */
const CALM = 3;
const MOMENT_MS = 500;
/** After this many it counts as loaded: one request on a dead connection must not stop events. */
const MOST_MOMENTS = 20;
/** The polling interval while there is no event stream. */
const POLL_MS = 30_000;

/** Keeps the loaded data up to date by events, until `signal` aborts or the session ends. */
export async function startLive(client: QueryClient, signal: AbortSignal): Promise<void> {
  await loadMessages("notifications");
  await untilCalm(client, signal);
  const polling = createPolling(client, signal);
  await keepConnected(
    {
      onConnected: (may_have_missed) => {
        polling.stop();
        if (may_have_missed) renewAll(client);
        else renewUncertain(client);
      },
      onLost: polling.start,
      onEvent: (name, data) => {
        try {
          const told = eventOf(name, data);
          takeEvent(client, told);
          if (told.event === "notification" && told.data.notification) {
            tell(client, told.data.notification);
          }
        } catch {
          // A newer server may send another shape of the event.
          renewAll(client);
        }
      },
    },
    signal,
  );
  polling.stop();
}

/** Waits, for ten seconds at most, until nothing is fetched that the stream would compete with. */
async function untilCalm(client: QueryClient, signal: AbortSignal): Promise<void> {
  let calm = 0;
  for (let moment = 0; moment < MOST_MOMENTS && calm < CALM && !signal.aborted; moment += 1) {
    await new Promise((resolve) => void setTimeout(resolve, MOMENT_MS));
    calm = client.isFetching() > 0 ? 0 : calm + 1;
  }
}

/** Polling, in place of events, while there is no event stream. */
function createPolling(client: QueryClient, signal: AbortSignal) {
  let timer: ReturnType<typeof setInterval> | undefined;
  const poll = () => {
    if (document.visibilityState === "hidden") return;
    renewAll(client);
    renewUnread(client).catch(() => undefined);
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  signal.addEventListener("abort", stop);
  return {
    start: () => {
      timer ??= setInterval(poll, POLL_MS * (1 + Math.random() / 4));
    },
    stop,
  };
}

/** Parses an event; the contract gives its type, and takeEvent ignores unknown names. */
function eventOf(event: string, data: string): LiveEvent {
  const told: LiveEvent = JSON.parse(`{"event":${JSON.stringify(event)},"data":${data}}`);
  return told;
}
