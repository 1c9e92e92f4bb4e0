import { useSyncExternalStore } from "react";
import { dayInIndia } from "../../contract/dates.ts";

/**
 * How far the server's clock is ahead of the device's monotonic clock. The wall clock of the phone
 * is not used, because it may be wrong or change. Every response with a server time updates it.
 */
let ahead_ms: number | undefined;

/** `arrived_ms` is when the response arrived, by performance.now(). */
export function noteServerTime(reply: unknown, arrived_ms = performance.now()): void {
  if (typeof reply !== "object" || reply === null || !("server_time" in reply)) return;
  const server_ms = Date.parse(String(reply.server_time));
  if (!Number.isNaN(server_ms)) ahead_ms = server_ms - arrived_ms;
}

/** The server's time in milliseconds; undefined before the first response with a server time. */
export const serverNow = (): number | undefined =>
  ahead_ms === undefined ? undefined : performance.now() + ahead_ms;

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

function everyTick(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS);
  return () => clearInterval(timer);
}

function today(): string | undefined {
  const now = serverNow();
  return now === undefined ? undefined : dayInIndia(now);
}

function wholeSecond(): number | undefined {
  const now = serverNow();
  return now === undefined ? undefined : Math.floor(now / 1_000) * 1_000;
}
