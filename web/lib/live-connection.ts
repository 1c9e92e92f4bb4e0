import { createParser } from "eventsource-parser";
import { ApiError, isSessionEnd } from "./api-error.ts";
import { openStream } from "./client.ts";
import { serverTimeAtOpening } from "./clock.ts";

interface Listener {
  /**
   * Events arrive from now on. Data loaded earlier may lack changes whose events were missed,
   * unless the server says that there are none.
   */
  onConnected: (may_have_missed: boolean) => void;
  /** No events arrive until `onConnected` is called again. */
  onLost: () => void;
  onEvent: (name: string, data: string) => void;
}

/** Longer than two of the server's heartbeats, which are 20 seconds apart. */
const SILENCE_MS = 45_000;
/** A page that is hidden for longer closes its stream, to free its slot on the server. */
const HIDDEN_MS = 30_000;
/** The delay before the server sends its own, which differs for each connection. */
const RETRY_MS = 3_000;
const MAX_RETRY_MS = 60_000;

/**
 * Receives the server's events until `signal` aborts or the session ends, on one connection that is
 * opened again after failures with exponential backoff and jitter. All data must have been
 * requested after the page was opened, or be requested when something may have been missed.
 */
export async function keepConnected(listener: Listener, signal: AbortSignal): Promise<void> {
  const opened_ms = serverTimeAtOpening();
  let since = opened_ms === undefined ? undefined : new Date(opened_ms).toISOString();
  let failures = 0;
  let retry_ms = RETRY_MS;
  while (!signal.aborted) {
    await untilVisible(signal);
    const outcome = await listen(listener, since, signal);
    since = outcome.since;
    if (signal.aborted) return;
    listener.onLost();
    if (isSessionEnd(outcome.error)) return;
    failures = outcome.has_data ? 0 : failures + 1;
    retry_ms = outcome.retry_ms ?? retry_ms;
    await pause(waitAfter(failures, retry_ms, outcome.error), signal);
  }
}

export function waitAfter(failures: number, retry_ms: number, error: unknown): number {
  const asked_seconds = (error instanceof ApiError && error.retry_after_seconds) || 0;
  const backoff_ms = Math.min(retry_ms * 2 ** Math.min(failures, 10), MAX_RETRY_MS);
  return Math.max(backoff_ms, asked_seconds * 1_000) * (1 + Math.random() / 2);
}

interface Outcome {
  /** All that happened before this time of the server has arrived; undefined if it is unknown. */
  since: string | undefined;
  /** Data arrived. A response alone is no success: a proxy may hold back its body. */
  has_data: boolean;
  /** The delay that the server asks for before the next connection. */
  retry_ms: number | undefined;
  error?: unknown;
}

/** Opens one connection and reads it to its end. */
async function listen(
  listener: Listener,
  since: string | undefined,
  signal: AbortSignal,
): Promise<Outcome> {
  const outcome: Outcome = { since, has_data: false, retry_ms: undefined };
  let is_first = true;
  const watch = watchConnection(signal);
  const parser = createParser({
    onEvent: ({ event = "message", data }) => {
      if (is_first) listener.onConnected(event !== "nothing_missed");
      is_first = false;
      if (event === "heartbeat") outcome.since = instantOf(data);
      else listener.onEvent(event, data);
    },
    onRetry: (wait_ms) => (outcome.retry_ms = wait_ms),
  });
  try {
    const request = { query: { since }, signal: watch.signal };
    const reader = (await openStream("GET /events", request)).getReader();
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return outcome;
      watch.noteData();
      outcome.has_data = true;
      parser.feed(decoder.decode(value, { stream: true }));
    }
  } catch (error) {
    return { ...outcome, error };
  } finally {
    watch.end();
  }
}

/** The instant of a heartbeat; undefined for one of another shape, of a newer server. */
function instantOf(data: string): string | undefined {
  const told: { at?: string } = JSON.parse(data);
  return told.at;
}

/**
 * Aborts a dead connection, which a phone does not notice by itself after sleep or a change of
 * network: after a silence, or when the network is back. Also aborts when the page is hidden for
 * HIDDEN_MS.
 */
function watchConnection(signal: AbortSignal) {
  const ending = new AbortController();
  const end = () => ending.abort();
  let silence = setTimeout(end, SILENCE_MS);
  let hidden: ReturnType<typeof setTimeout> | undefined;
  const onVisibility = () => {
    clearTimeout(hidden);
    hidden = document.visibilityState === "hidden" ? setTimeout(end, HIDDEN_MS) : undefined;
  };
  onVisibility();
  signal.addEventListener("abort", end);
  window.addEventListener("online", end);
  document.addEventListener("visibilitychange", onVisibility);
  return {
    signal: ending.signal,
    noteData: () => {
      clearTimeout(silence);
      silence = setTimeout(end, SILENCE_MS);
    },
    end: () => {
      end();
      clearTimeout(silence);
      clearTimeout(hidden);
      signal.removeEventListener("abort", end);
      window.removeEventListener("online", end);
      document.removeEventListener("visibilitychange", onVisibility);
    },
  };
}

async function untilVisible(signal: AbortSignal): Promise<void> {
  while (document.visibilityState === "hidden" && !signal.aborted) await pause(undefined, signal);
}

/** Waits, but returns early when the page's visibility changes or the network is back. */
function pause(wait_ms: number | undefined, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = wait_ms === undefined ? undefined : setTimeout(finish, wait_ms);
    function finish(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      window.removeEventListener("online", finish);
      document.removeEventListener("visibilitychange", finish);
      resolve();
    }
    signal.addEventListener("abort", finish);
    window.addEventListener("online", finish);
    document.addEventListener("visibilitychange", finish);
  });
}
