/** Short notices at the edge of the screen. ui/toasts.tsx draws them. */
export interface Toast {
  id: number;
  kind: "success" | "failure" | "notice";
  text: string;
}

export const TOAST_MS = 4_000;

export const toast = {
  success: (text: string) => show("success", text),
  failure: (text: string) => show("failure", text),
  notice: (text: string) => show("notice", text),
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
function show(kind: Toast["kind"], text: string): void {
  const others = toasts.filter((other) => other.kind !== kind || other.text !== text);
  const id = ++lastId;
  change([...others, { id, kind, text }].slice(-MOST_SHOWN));
  setTimeout(() => dismissToast(id), TOAST_MS);
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
