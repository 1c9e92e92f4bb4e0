import { useMemo, useSyncExternalStore } from "react";
import { BROADCAST_TARGETS, type BroadcastTarget } from "../../contract/notifications/rules.ts";
import { createListeners } from "../lib/listeners.ts";
import { readInTab, writeInTab } from "../lib/storage.ts";

/** A broadcast that has not been sent. */
export interface Draft {
  message: string;
  target: BroadcastTarget;
}

export const EMPTY_DRAFT: Draft = { message: "", target: "all" };

/** An admin's draft, which is kept in the tab when the screen is left or reloaded. */
export function useDraftOf(user_id: number): Draft {
  const text = useSyncExternalStore(changes.add, () => readInTab(keyOf(user_id)));
  return useMemo(() => parseDraft(text), [text]);
}

export const loadDraft = (user_id: number): Draft => parseDraft(readInTab(keyOf(user_id)));

/** Also changes the draft in an open form. */
export function saveDraft(user_id: number, { message, target }: Draft): void {
  const isEmpty = message === EMPTY_DRAFT.message && target === EMPTY_DRAFT.target;
  writeInTab(keyOf(user_id), isEmpty ? null : `${target} ${message}`);
  changes.notify();
}

const keyOf = (user_id: number): string => `broadcast ${user_id}`;

const changes = createListeners();

/** Another version of the app may have stored it: what is not valid becomes the empty draft. */
function parseDraft(text: string | null): Draft {
  const [, name, message = ""] = /^(\w+) (.*)$/s.exec(text ?? "") ?? [];
  const target = BROADCAST_TARGETS.find((one) => one === name);
  return target === undefined ? EMPTY_DRAFT : { message, target };
}
