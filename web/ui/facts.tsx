import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { CopyButton } from "./copy-button.tsx";

interface FactsProps {
  children: ReactNode;
  /** How many stand beside each other; one when absent. */
  columns?: string;
}

/** Names and their values. */
export const Facts = ({ children, columns = "grid-cols-1" }: FactsProps) => (
  <dl className={classes("grid content-start gap-x-4 gap-y-3", columns)}>{children}</dl>
);

interface FactProps {
  label: string;
  children: ReactNode;
  /** What the button beside it copies, and its name. */
  copy?: { text: string; label: string };
  /** Takes a line to itself where others stand beside each other. */
  isWide?: boolean;
}

export const Fact = ({ label, children, copy, isWide }: FactProps) => (
  <div className={classes("min-w-0", isWide && "col-span-full")}>
    <dt className="text-12 text-quiet">{label}</dt>
    <dd className="flex items-center gap-1">
      <span className={classes("min-w-0 wrap-anywhere", !copy && "flex-1")}>{children}</span>
      {copy && (
        <span className="-my-3">
          <CopyButton isSmall {...copy} />
        </span>
      )}
    </dd>
  </div>
);
