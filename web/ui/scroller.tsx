import { type ReactNode, useEffect, useRef } from "react";
import { classes } from "./classes.ts";

interface ScrollerProps {
  children: ReactNode;
  className?: string;
}

/** A scrolling container; while its content overflows, it can be focused with the keyboard. */
export function Scroller({ children, className }: ScrollerProps) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element || !content.current) return undefined;
    const observer = new ResizeObserver(() => {
      if (element.scrollHeight > element.clientHeight) element.tabIndex = 0;
      else element.removeAttribute("tabindex");
    });
    observer.observe(element);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className={classes("overflow-y-auto -outline-offset-2", className)}>
      <div ref={content}>{children}</div>
    </div>
  );
}
