import { createListeners } from "./listeners.ts";

/** A short notice at the edge of the screen, rendered by ui/toasts.tsx. */
export interface Toast {
  id: number;
  kind: "success" | "failure" | "notice" | "win";
  text: string;
  /** A line above the text. */
  title?: string | undefined;
}

export const TOAST_MS = 4_000;

export const toast = {
  success: (text: string, title?: string) => show("success", text, title),
  failure: (text: string) => show("failure", text),
  notice: (text: string, title?: string) => show("notice", text, title),
  win: (text: string, title: string) => show("win", text, title),
};

export function dismissToast(id: number): void {
  change(toasts.filter((other) => other.id !== id));
}

/**
 * The toasts that this open dialog shows, or the page if none is given: what is outside of the
 * topmost dialog is inert, so that a toast there could be neither closed nor read out.
 */
export const getToasts = (dialog?: string): readonly Toast[] =>
  dialog === dialogs.at(-1) ? toasts : NONE;

/** To be called when a modal dialog has opened. Returns what is to be called when it closes. */
export function addDialog(id: string): () => void {
  changeDialogs([...dialogs, id]);
  return () => changeDialogs(dialogs.filter((other) => other !== id));
}

const changes = createListeners();
export const onToasts = changes.add;

const MAX_TOASTS = 4;
let toasts: readonly Toast[] = [];
/** The open dialogs, the topmost one last. */
let dialogs: readonly string[] = [];
const NONE: readonly Toast[] = [];
let lastId = 0;

/** A toast that is equal to a visible one replaces it. */
function show(kind: Toast["kind"], text: string, title?: string): void {
  const isOther = (other: Toast) =>
    other.kind !== kind || other.text !== text || other.title !== title;
  const others = toasts.filter(isOther);
  const id = ++lastId;
  change([...others, { id, kind, text, title }].slice(-MAX_TOASTS));
  setTimeout(() => dismissToast(id), TOAST_MS);
}

function change(next: readonly Toast[]): void {
  toasts = next;
  changes.notify();
}

function changeDialogs(next: readonly string[]): void {
  dialogs = next;
  changes.notify();
}
