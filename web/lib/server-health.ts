import { useEffect, useEffectEvent } from "react";
import { ApiError } from "./api-error.ts";

const PROBE_MS = 8_000;
/** Random, so that clients probe at different times. */
const JITTER_MS = 4_000;

/** Whether the server responds (`live`), and has its database (`ready`). */
export const isServer = (state: "live" | "ready"): Promise<boolean> =>
  fetch(`/api/health/${state}`).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Retries what failed because there was no server or it was busy, once the server is ready. A fault
 * (500) is not retried: a ready server would make it again.
 */
export function useRetryWhenReady(error: unknown, onRetry: (() => void) | undefined): void {
  const isAwaited =
    error instanceof ApiError &&
    (error.status === 0 || error.status > 500) &&
    onRetry !== undefined;
  const retry = useEffectEvent(() => onRetry?.());
  useEffect(() => {
    if (!isAwaited) return undefined;
    const probe = () => {
      if (!document.hidden) void isServer("ready").then((is_ready) => is_ready && retry());
    };
    const timer = setInterval(probe, PROBE_MS + Math.random() * JITTER_MS);
    return () => clearInterval(timer);
  }, [isAwaited]);
}
