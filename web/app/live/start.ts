import type { QueryClient } from "@tanstack/react-query";
import type { LiveEvent } from "../../../contract/notifications/schemas.ts";
import { keepConnected } from "../../lib/live-connection.ts";
import { needMessages } from "../../lib/messages.ts";
import { renewUnread } from "../../notifications/unread.ts";
import { takeEvent } from "./events.ts";
import { renewAll } from "./renew.ts";
import { tell } from "./tell.ts";

/** Calm moments in a row, after which the page has what it needs. */
const CALM = 3;
const MOMENT_MS = 500;
/** How often what is shown is asked for while no events come. */
const LOOK_MS = 30_000;

/** Keeps what is shown up to date with what happens, until `signal` or the session ends. */
export async function startLive(client: QueryClient, signal: AbortSignal): Promise<void> {
  await needMessages("notifications");
  await untilCalm(client, signal);
  const looking = lookNowAndThen(client, signal);
  await keepConnected(
    {
      onConnected: () => {
        looking.stop();
        renewAll(client);
      },
      onLost: looking.start,
      onEvent: (name, data) => {
        try {
          const told = eventOf(name, data);
          takeEvent(client, told);
          if (told.event === "notification" && told.data.notification) {
            tell(client, told.data.notification);
          }
        } catch {
          // It is not what it used to be: a newer server has another shape for it.
          renewAll(client);
        }
      },
    },
    signal,
  );
  looking.stop();
}

/** Until nothing has been asked for in a while: a stream would only take from that. */
async function untilCalm(client: QueryClient, signal: AbortSignal): Promise<void> {
  for (let calm = 0; calm < CALM && !signal.aborted;) {
    await new Promise((resolve) => void setTimeout(resolve, MOMENT_MS));
    calm = client.isFetching() > 0 ? 0 : calm + 1;
  }
}

/** In place of events, for as long as there are none. */
function lookNowAndThen(client: QueryClient, signal: AbortSignal) {
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = () => {
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
      timer ??= setInterval(look, LOOK_MS * (1 + Math.random() / 4));
    },
    stop,
  };
}

/** The contract says what an event of a name carries; one that it does not know is passed over. */
function eventOf(event: string, data: string): LiveEvent {
  const told: LiveEvent = JSON.parse(`{"event":${JSON.stringify(event)},"data":${data}}`);
  return told;
}
