import { useSyncExternalStore } from "react";
import { dayInIndia } from "../../contract/dates.ts";

/**
 * The server's time, carried on by the device's monotonic clock, so that a wrong or changed
 * clock on the phone moves nothing. Every answer that tells the server's time sets it anew.
 */
let ahead_ms: number | undefined;

/** `arrived_ms` is when the answer was there, by performance.now(). */
export function noteServerTime(reply: unknown, arrived_ms = performance.now()): void {
  if (typeof reply !== "object" || reply === null || !("server_time" in reply)) return;
  const server_ms = Date.parse(String(reply.server_time));
  if (!Number.isNaN(server_ms)) ahead_ms = server_ms - arrived_ms;
}

/** The server's time in milliseconds; undefined until it has told it. */
export const serverNow = (): number | undefined =>
  ahead_ms === undefined ? undefined : performance.now() + ahead_ms;

/** The same to the second below, for a component that is drawn anew every second. */
export const useServerNow = (): number | undefined =>
  useSyncExternalStore(everyTick, wholeSecond, () => undefined);

/** Today in India; undefined until the server has told its time. Drawn anew only at midnight. */
export const useToday = (): string | undefined =>
  useSyncExternalStore(everyTick, today, () => undefined);

/** Whether the server's clock has reached an instant; drawn anew only when it does. */
export const useHasPassed = (instant: string | undefined): boolean =>
  useSyncExternalStore(
    everyTick,
    () => instant !== undefined && (serverNow() ?? -Infinity) >= Date.parse(instant),
    () => false,
  );

/** Hours, minutes and seconds of a span, `01:02:03`; never below zero. */
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
