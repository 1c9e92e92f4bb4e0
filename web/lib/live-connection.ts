import { createParser } from "eventsource-parser";
import { ApiError, isSessionEnd } from "./api-error.ts";
import { openStream } from "./client.ts";

interface Listener {
  /** Events come from now on. What was loaded before may be older than the last that was missed. */
  onConnected: () => void;
  /** None come for now. */
  onLost: () => void;
  onEvent: (name: string, data: string) => void;
}

/** The server says something every 20 seconds, if only that it is there. */
const SILENCE_MS = 45_000;
/** A page that nobody looks at leaves its place on the server to others. */
const HIDDEN_MS = 30_000;
/** Before the first answer; the server then names its own, another for each connection. */
const RETRY_MS = 3_000;
const LONGEST_RETRY_MS = 60_000;

/**
 * Keeps the server's events coming until `signal` ends it or the session is over: one connection,
 * made again after growing waits that differ from page to page.
 */
export async function keepConnected(listener: Listener, signal: AbortSignal): Promise<void> {
  let failures = 0;
  let retry_ms = RETRY_MS;
  while (!signal.aborted) {
    await untilVisible(signal);
    const outcome = await listen(listener, signal);
    if (signal.aborted) return;
    listener.onLost();
    if (isSessionEnd(outcome.error)) return;
    failures = outcome.heard ? 0 : failures + 1;
    retry_ms = outcome.retry_ms ?? retry_ms;
    await pause(waitAfter(failures, retry_ms, outcome.error), signal);
  }
}

export function waitAfter(failures: number, retry_ms: number, error: unknown): number {
  const asked_seconds = (error instanceof ApiError && error.retry_after_seconds) || 0;
  const growing = Math.min(retry_ms * 2 ** Math.min(failures, 10), LONGEST_RETRY_MS);
  return Math.max(growing, asked_seconds * 1_000) * (1 + Math.random() / 2);
}

interface Outcome {
  /** Something came, so that it worked. A proxy may take the request and hold the answer back. */
  heard: boolean;
  /** After how long the server wants to see us again. */
  retry_ms: number | undefined;
  error?: unknown;
}

/** One connection from its beginning to its end. */
async function listen(listener: Listener, signal: AbortSignal): Promise<Outcome> {
  const outcome: Outcome = { heard: false, retry_ms: undefined };
  const watch = watchConnection(signal);
  const parser = createParser({
    onEvent: ({ event = "message", data }) => listener.onEvent(event, data),
    onRetry: (wait_ms) => (outcome.retry_ms = wait_ms),
  });
  try {
    const reader = (await openStream("GET /events", watch.signal)).getReader();
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return outcome;
      watch.noteSound();
      if (!outcome.heard) listener.onConnected();
      outcome.heard = true;
      parser.feed(decoder.decode(value, { stream: true }));
    }
  } catch (error) {
    return { ...outcome, error };
  } finally {
    watch.end();
  }
}

/**
 * Ends a connection that is no longer one: after a silence, for a phone that wakes up or changes
 * its network is told nothing; and when the page has been hidden for a while.
 */
function watchConnection(signal: AbortSignal) {
  const ending = new AbortController();
  const end = () => ending.abort();
  let silence = setTimeout(end, SILENCE_MS);
  let hidden: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(hidden);
    hidden = document.visibilityState === "hidden" ? setTimeout(end, HIDDEN_MS) : undefined;
  };
  look();
  signal.addEventListener("abort", end);
  window.addEventListener("online", end);
  document.addEventListener("visibilitychange", look);
  return {
    signal: ending.signal,
    noteSound: () => {
      clearTimeout(silence);
      silence = setTimeout(end, SILENCE_MS);
    },
    end: () => {
      end();
      clearTimeout(silence);
      clearTimeout(hidden);
      signal.removeEventListener("abort", end);
      window.removeEventListener("online", end);
      document.removeEventListener("visibilitychange", look);
    },
  };
}

async function untilVisible(signal: AbortSignal): Promise<void> {
  while (document.visibilityState === "hidden" && !signal.aborted) await pause(undefined, signal);
}

/** Waits; shorter when the page is looked at again or the network is back. */
function pause(wait_ms: number | undefined, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = wait_ms === undefined ? undefined : setTimeout(goOn, wait_ms);
    function goOn(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", goOn);
      window.removeEventListener("online", goOn);
      document.removeEventListener("visibilitychange", goOn);
      resolve();
    }
    signal.addEventListener("abort", goOn);
    window.addEventListener("online", goOn);
    document.addEventListener("visibilitychange", goOn);
  });
}
