import { type RefObject, useLayoutEffect, useRef } from "react";

/** Finds the element that gets the focus after the focused element was removed. */
export type FindTarget = () => HTMLElement | null | undefined;

/**
 * When the element is removed while it contains the focus, moves the focus to a target, or to the
 * page. `targetOf` is called while the element is still in the document, the function it returns
 * after the removal. `targetOf` must be a stable function.
 */
export function useHandsOnFocus<E extends HTMLElement>(
  targetOf: (removed: E) => FindTarget,
): RefObject<E | null> {
  const element = useRef<E>(null);
  useLayoutEffect(() => {
    const removed = element.current;
    return () => {
      if (!removed?.contains(document.activeElement)) return;
      const findTarget = targetOf(removed);
      // Scroll to the target only if the focus was visible.
      const isVisible = document.activeElement?.matches(":focus-visible") ?? false;
      setTimeout(() => focusIfLost(findTarget, isVisible));
    };
  }, [targetOf]);
  return element;
}

/** Targets the page, for an element that is removed together with the pressed button. */
export const toThePage = (): FindTarget => () => undefined;

/** If no element has the focus, moves it to the target, or to the page if there is none. */
export function focusIfLost(findTarget?: FindTarget, isVisible = false): void {
  if (document.activeElement !== document.body) return;
  const target = findTarget?.();
  if (!target) return document.querySelector("main")?.focus({ preventScroll: true });
  // Makes rows and cells focusable, but keeps them out of the tab order.
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: !isVisible });
}
