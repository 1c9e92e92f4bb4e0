import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { getToken, onToken } from "../lib/token.ts";

/** At first the connection is left to the screen. */
const LATER_MS = 1_000;
/** The delay before a retry when the files fail to load. */
const AGAIN_MS = 30_000;

/** Receives live events while a user is signed in. */
export function useLive(): void {
  const client = useQueryClient();
  const token = useSyncExternalStore(onToken, getToken, () => null);
  useEffect(() => {
    if (token === null) return undefined;
    const leaving = new AbortController();
    const begin = () => {
      import("./live/start.ts")
        .then(({ startLive }) => startLive(client, leaving.signal))
        .catch(() => {
          if (!leaving.signal.aborted) timer = setTimeout(begin, AGAIN_MS);
        });
    };
    let timer = setTimeout(begin, LATER_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [client, token]);
}
