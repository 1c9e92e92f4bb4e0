import { useMessages } from "../lib/messages.ts";
import { classes } from "./classes.ts";

/** A bar in the place of a text or picture; give it the size of what comes. */
export const Skeleton = ({ className }: { className: string }) => (
  <div aria-hidden className={`animate-breathe rounded-control bg-sunken ${className}`} />
);

interface SkeletonRowsProps {
  count?: number;
  className?: string;
  /** Keeps clear of the edges of a card whose content reaches them. */
  isInset?: boolean;
}

/** Rows of a list that is on its way, with a word for screen readers. */
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
