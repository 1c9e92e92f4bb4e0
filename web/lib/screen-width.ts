import { useSyncExternalStore } from "react";

/** Whether the viewport is wide enough for a list and its details side by side: a desktop. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    onWidth,
    () => query.matches,
    () => false,
  );

/** The breakpoint at which the side navigation appears. */
const query = window.matchMedia("(width >= 64rem)");

function onWidth(listener: () => void): () => void {
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
