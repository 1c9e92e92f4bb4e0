import { type RefObject, useLayoutEffect, useRef } from "react";

/** Looks for something to have the focus, once what had it is gone. */
type FindHeir = () => HTMLElement | null | undefined;

/**
 * What goes away with the focus in it hands that on, to the heir that is found once it is gone, or
 * to the page. `heirOf` is asked while it still stands in its place; it stays the same function.
 */
export function useHandsOnFocus<E extends HTMLElement>(
  heirOf: (going: E) => FindHeir,
): RefObject<E | null> {
  const element = useRef<E>(null);
  useLayoutEffect(() => {
    const going = element.current;
    return () => {
      if (!going?.contains(document.activeElement)) return;
      const findHeir = heirOf(going);
      // Where nobody sees the focus, the page does not move for it.
      const isSeen = document.activeElement?.matches(":focus-visible") ?? false;
      setTimeout(() => focusIfLost(findHeir, isSeen));
    };
  }, [heirOf]);
  return element;
}

/** The page itself, for what goes away with the button that was pressed on it. */
export const toThePage = (): FindHeir => () => undefined;

/** The button of the row that comes into the place of one that goes, or of the last row. */
export function buttonOfNextRow(row: HTMLElement): FindHeir {
  const list = row.parentElement;
  const rows = () => [...(list?.querySelectorAll(`:scope > ${row.localName}`) ?? [])];
  const at = rows().indexOf(row);
  return () => {
    const left = list?.isConnected ? rows() : [];
    return (left[at] ?? left.at(-1))?.querySelector("button");
  };
}

/** Gives the focus to whoever is found, else to the page, if nothing has it. */
export function focusIfLost(findHeir?: FindHeir, isSeen = false): void {
  if (document.activeElement !== document.body) return;
  const heir = findHeir?.();
  if (!heir) return document.querySelector("main")?.focus({ preventScroll: true });
  // Rows and cells, which the Tab key passes by, can have it too.
  if (heir.tabIndex < 0) heir.tabIndex = -1;
  heir.focus({ preventScroll: !isSeen });
}
