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

export const getToasts = (): readonly Toast[] => toasts;

export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const MAX_TOASTS = 4;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
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
  for (const listener of listeners) listener();
}
