import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { CopyButton } from "./copy-button.tsx";

interface FactsProps {
  children: ReactNode;
  /** Tailwind classes for the number of columns; defaults to one column. */
  columns?: string;
}

/** A list of names and values. */
export const Facts = ({ children, columns = "grid-cols-1" }: FactsProps) => (
  <dl className={classes("grid content-start gap-x-4 gap-y-3", columns)}>{children}</dl>
);

interface FactProps {
  label: string;
  children: ReactNode;
  /** The text that a copy button copies, and the button's name. */
  copy?: { text: string; label: string };
  /** Spans all columns. */
  isWide?: boolean;
}

export const Fact = ({ label, children, copy, isWide }: FactProps) => (
  <div className={classes("min-w-0", isWide && "col-span-full")}>
    <dt className="text-12 text-quiet">{label}</dt>
    <dd className="flex items-center gap-1">
      <div className={classes("min-w-0 wrap-anywhere", !copy && "flex-1")}>{children}</div>
      {copy && (
        <span className="-my-3">
          <CopyButton isSmall {...copy} />
        </span>
      )}
    </dd>
  </div>
);

interface FactLineProps {
  label: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A name and its value on one line of a `dl`; the value stands at the end. */
export const FactLine = ({ label, children, className }: FactLineProps) => (
  <div className={classes("flex flex-wrap items-baseline justify-between gap-x-3", className)}>
    <dt className="text-14">{label}</dt>
    <dd className="ml-auto">{children}</dd>
  </div>
);
