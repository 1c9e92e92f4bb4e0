import { useState } from "react";
import { useHistoryState } from "wouter/use-browser-location";
import { getToken } from "../lib/token.ts";

/** The history state from the previous page: where to go after the login, and the typed phone. */
export function useArrival(): { from: string; phone: string } {
  const state: unknown = useHistoryState<unknown>();
  return { from: textIn(state, "from") ?? "/app", phone: textIn(state, "phone") ?? "" };
}

/** Whether a user was signed in when the page opened; signing in later does not count. */
export const useArrivedSignedIn = (): boolean => useState(() => getToken() !== null)[0];

function textIn(state: unknown, name: string): string | undefined {
  if (typeof state !== "object" || state === null) return undefined;
  const value: unknown = Reflect.get(state, name);
  return typeof value === "string" ? value : undefined;
}
