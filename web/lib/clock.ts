import { useSyncExternalStore } from "react";
import { dayInIndia } from "../../contract/dates.ts";

/**
 * How far the server's clock is ahead of the device's monotonic clock; -Infinity before the first
 * response with a server time. The wall clock of the phone is not used, because it may be wrong or
 * change. A response tells too little, by the time that it took, so the largest is the best one.
 */
let ahead_ms = -Infinity;

/** The same at the first of these responses. */
let ahead_at_first_ms: number | undefined;

/** No response takes as long; after a smaller time the server's own clock was set back. */
const SET_BACK_MS = 60_000;

/** `arrived_ms` is when the response arrived, by performance.now(). */
export function noteServerTime(reply: unknown, arrived_ms = performance.now()): void {
  if (typeof reply !== "object" || reply === null || !("server_time" in reply)) return;
  const told_ms = Date.parse(String(reply.server_time)) - arrived_ms;
  if (told_ms > ahead_ms || told_ms < ahead_ms - SET_BACK_MS) ahead_ms = told_ms;
  if (ahead_ms !== -Infinity) ahead_at_first_ms ??= ahead_ms;
}

/** The server's time in milliseconds; undefined before the first response with a server time. */
export const serverNow = (): number | undefined =>
  ahead_ms === -Infinity ? undefined : performance.now() + ahead_ms;

/**
 * The server's time when the page was opened, or a little earlier; undefined as above. By the first
 * response, because the monotonic clock may have stopped before later ones.
 */
export const serverTimeAtOpening = (): number | undefined => ahead_at_first_ms;

/** The server's time, rounded down to a second; re-renders the component every second. */
export const useServerNow = (): number | undefined =>
  useSyncExternalStore(everyTick, wholeSecond, () => undefined);

/** Today in India; undefined while the server's time is unknown. Re-renders only at midnight. */
export const useToday = (): string | undefined =>
  useSyncExternalStore(everyTick, today, () => undefined);

/** Whether the server's clock has reached an instant; re-renders only when it does. */
export const useHasPassed = (instant: string | undefined): boolean =>
  useSyncExternalStore(
    everyTick,
    () => instant !== undefined && (serverNow() ?? -Infinity) >= Date.parse(instant),
    () => false,
  );

/** A duration as hours, minutes and seconds, `01:02:03`; never below zero. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

const TICK_MS = 250;
const SLEPT_MS = 2_000;

export function everyTick(listener: () => void): () => void {
  const timer = setInterval(() => {
    noticeSleep();
    listener();
  }, TICK_MS);
  return () => clearInterval(timer);
}

let wall_ahead_ms = Date.now() - performance.now();

/**
 * The monotonic clock may stop while the device sleeps. The wall clock goes on, and shows that the
 * server's time has to be asked for; where a person has set it, that is one request too many. After
 * a failure the queries that are fetched anew once there is a connection bring the time.
 */
function noticeSleep(): void {
  const moved_ms = Date.now() - performance.now() - wall_ahead_ms;
  if (Math.abs(moved_ms) < SLEPT_MS) return;
  wall_ahead_ms += moved_ms;
  fetch("/api/about")
    .then((response) => response.json())
    .then((about: unknown) => noteServerTime(about))
    .catch(() => undefined);
}

function today(): string | undefined {
  const now = serverNow();
  return now === undefined ? undefined : dayInIndia(now);
}

function wholeSecond(): number | undefined {
  const now = serverNow();
  return now === undefined ? undefined : Math.floor(now / 1_000) * 1_000;
}
