import type { ReactNode } from "react";
import { useId } from "react";
import { classes } from "./classes.ts";

interface CardProps {
  /** Makes the card a region with this name. */
  title?: string;
  /** Shown at the end of the title's line. */
  action?: ReactNode;
  children: ReactNode;
  /** No padding, for tables and lists that reach the edges. */
  isFlush?: boolean;
  className?: string;
}

export function Card({ title, action, children, isFlush, className }: CardProps) {
  const id = useId();
  return (
    <section aria-labelledby={title && id} className={classes("surface min-w-0", className)}>
      {title && (
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 px-4 pt-3">
          <h2 id={id} className="text-16 font-semibold">
            {title}
          </h2>
          {action}
        </div>
      )}
      <div className={classes(!isFlush && "p-4", isFlush && title && "pt-2")}>{children}</div>
    </section>
  );
}
