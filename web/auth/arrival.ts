import { useState } from "react";
import { useHistoryState } from "wouter/use-browser-location";
import { getToken } from "../lib/token.ts";

/** What the page before passed on: where to go after the login, and the phone already typed. */
export function useArrival(): { from: string; phone: string } {
  const state: unknown = useHistoryState<unknown>();
  return { from: textIn(state, "from") ?? "/app", phone: textIn(state, "phone") ?? "" };
}

/** Whether one was signed in when the page was opened: who signs in meanwhile stays on it. */
export const useCameSignedIn = (): boolean => useState(() => getToken() !== null)[0];

function textIn(state: unknown, name: string): string | undefined {
  if (typeof state !== "object" || state === null) return undefined;
  const value: unknown = Reflect.get(state, name);
  return typeof value === "string" ? value : undefined;
}
