import { type RefObject, useEffect, useRef } from "react";

/**
 * The ref of a line with the class `scrolls-sideways`: its edges fade out while there is more
 * beyond them. When `current` changes, what `selector` finds in the line is scrolled into view.
 */
export function useSideways<T extends HTMLElement>(
  current: string,
  selector: string,
): RefObject<T | null> {
  const line = useRef<T>(null);
  useEffect(() => {
    const chosen = line.current?.querySelector(selector);
    chosen?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [current, selector]);
  useEffect(() => (line.current ? watch(line.current) : undefined), []);
  return line;
}

/** Sets `data-more`, now and after every scroll or change of size; returns the function to stop. */
function watch(line: HTMLElement): () => void {
  const note = () => {
    const beyond = line.scrollWidth - line.clientWidth - line.scrollLeft;
    // Zoomed pages have positions with fractions.
    const sides = [line.scrollLeft > 1 && "start", beyond > 1 && "end"];
    line.dataset["more"] = sides.filter(Boolean).join(" ");
  };
  const observer = new ResizeObserver(note);
  for (const element of [line, ...line.children]) observer.observe(element);
  line.addEventListener("scroll", note, { passive: true });
  return () => {
    observer.disconnect();
    line.removeEventListener("scroll", note);
  };
}
