import type { QueryClient } from "@tanstack/react-query";
import type { LiveEvent } from "../../../contract/notifications/schemas.ts";
import { keepConnected } from "../../lib/live-connection.ts";
import { needMessages } from "../../lib/messages.ts";
import { renewUnread } from "../../notifications/unread.ts";
import { takeEvent } from "./events.ts";
import { renewAll } from "./renew.ts";
import { tell } from "./tell.ts";

/** How often what is shown is asked for while no events come. */
const LOOK_MS = 30_000;

/** Keeps what is shown up to date with what happens, until `signal` or the session ends. */
export async function startLive(client: QueryClient, signal: AbortSignal): Promise<void> {
  await needMessages("notifications");
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
