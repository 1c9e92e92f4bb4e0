import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { getToken, onToken } from "../lib/token.ts";

/** Calm moments in a row, after which the page has what it needs. */
const CALM = 3;
const MOMENT_MS = 500;
const TRY_AGAIN_MS = 30_000;

/** Hears what happens while somebody is signed in. */
export function useLive(): void {
  const client = useQueryClient();
  const token = useSyncExternalStore(onToken, getToken, () => null);
  useEffect(() => {
    const leaving = new AbortController();
    if (token !== null) void begin(client, leaving.signal);
    return () => leaving.abort();
  }, [client, token]);
}

/** Once the page stands, for the connection is for what is looked at first. */
async function begin(client: QueryClient, signal: AbortSignal): Promise<void> {
  for (let calm = 0; calm < CALM; calm = client.isFetching() > 0 ? 0 : calm + 1) {
    await wait(MOMENT_MS);
    if (signal.aborted) return;
  }
  try {
    const { startLive } = await import("./live/start.ts");
    if (!signal.aborted) await startLive(client, signal);
  } catch {
    // Its files could not be had.
    await wait(TRY_AGAIN_MS);
    if (!signal.aborted) await begin(client, signal);
  }
}

const wait = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms));
