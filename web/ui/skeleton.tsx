import { useMessages } from "../lib/messages.ts";
import { classes } from "./classes.ts";

/** A placeholder for a text or image; give it the size of the content that is loading. */
export const Skeleton = ({ className }: { className: string }) => (
  <div aria-hidden className={`animate-breathe rounded-control bg-sunken ${className}`} />
);

interface SkeletonRowsProps {
  count?: number;
  className?: string;
  /** Adds padding, for a flush card. */
  isInset?: boolean;
}

/** Placeholder rows for a list that is loading, with a text for screen readers. */
export function SkeletonRows({ count = 3, className, isInset }: SkeletonRowsProps) {
  const { t } = useMessages();
  return (
    <div role="status" className={classes("grid gap-3", isInset && "p-4")}>
      <span className="sr-only">{t("ui.loading")}</span>
      {Array.from({ length: count }, (_, row) => (
        <Skeleton key={row} className={className ?? "h-11 w-full"} />
      ))}
    </div>
  );
}
