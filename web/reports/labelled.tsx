import type { ReactNode } from "react";
import { Amount } from "../ui/amount.tsx";

interface LabelledProps {
  /** The heading of the column, which screen readers announce anyway. */
  label: string;
  children: ReactNode;
}

/** A cell that shows its label where the narrow layout hides the table header. */
export const Labelled = ({ label, children }: LabelledProps) => (
  <span className="flex flex-wrap items-baseline gap-x-1.5 md:@table:inline">
    <span aria-hidden className="text-quiet md:@table:hidden">
      {label}
    </span>
    {children}
  </span>
);

export const LabelledAmount = ({ label, value }: { label: string; value: number }) => (
  <Labelled label={label}>
    <Amount value={value} size={14} />
  </Labelled>
);
