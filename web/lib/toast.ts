/** Short notices at the edge of the screen. ui/toasts.tsx draws them. */
export interface Toast {
  id: number;
  kind: "success" | "failure" | "notice" | "win";
  text: string;
  /** A line above it. */
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

const MOST_SHOWN = 4;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

/** The same sentence twice at once is one notice. */
function show(kind: Toast["kind"], text: string, title?: string): void {
  const isOther = (other: Toast) =>
    other.kind !== kind || other.text !== text || other.title !== title;
  const others = toasts.filter(isOther);
  const id = ++lastId;
  change([...others, { id, kind, text, title }].slice(-MOST_SHOWN));
  setTimeout(() => dismissToast(id), TOAST_MS);
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
