import { useSyncExternalStore } from "react";

/**
 * Whether the viewport is wide enough for a list and its details side by side: a desktop. Printing
 * changes nothing: paper is narrower, and details that move into a dialog meanwhile are lost.
 */
export const useIsWide = (): boolean => useSyncExternalStore(onWidth, isWideNow, () => false);

/** The breakpoint at which the side navigation appears. */
const query = window.matchMedia("(width >= 64rem)");
const paper = window.matchMedia("print");
let isWide = query.matches;

function isWideNow(): boolean {
  if (!paper.matches) isWide = query.matches;
  return isWide;
}

function onWidth(listener: () => void): () => void {
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
