import { Clock } from "lucide-react";
import { clockText, useServerNow } from "../lib/clock.ts";
import { t, useMessages } from "../lib/messages.ts";
import { classes } from "./classes.ts";

interface CountdownProps {
  /** The end of the countdown, by the server's clock. */
  ends_at: string;
  /** What ends, for screen readers, if the page has several countdowns. */
  label?: string;
  size?: "small" | "normal" | "large";
}

/** Turns marigold at ten minutes and vermilion at two. Screen readers announce some minutes. */
export function Countdown({ ends_at, label, size = "normal" }: CountdownProps) {
  const { t } = useMessages();
  const now = useServerNow();
  const left = now === undefined ? undefined : Date.parse(ends_at) - now;
  const hasEnded = left !== undefined && left <= 0;
  const announcement = announcementFor(left);
  return (
    <span
      className={classes(
        "inline-flex items-center gap-1.5 font-semibold whitespace-nowrap",
        SIZES[size],
        colourOf(left),
      )}
    >
      {size === "normal" && <Clock size={16} aria-hidden />}
      <span role="timer" aria-live="off">
        {hasEnded ? t("ui.ended") : left === undefined ? UNKNOWN : clockText(left)}
      </span>
      <span className="sr-only" aria-live="polite">
        {announcement && label ? `${label}: ${announcement}` : announcement}
      </span>
    </span>
  );
}

const SIZES = {
  small: "text-14",
  normal: "text-16",
  large: "text-[length:min(2.5rem,12.5vw)] leading-[1.2]",
};
const UNKNOWN = "--:--:--";
const MINUTE_MS = 60_000;
const ANNOUNCED_MINUTES = [10, 5, 2, 1];

function colourOf(left = Infinity): string {
  if (left <= 2 * MINUTE_MS) return "text-vermilion-strong";
  return left <= 10 * MINUTE_MS ? "text-marigold" : "text-ink";
}

/** Changes only at the announced minutes, so that screen readers do not announce every second. */
export function announcementFor(left: number | undefined): string {
  if (left === undefined) return "";
  if (left <= 0) return t("ui.ended");
  const minutes = ANNOUNCED_MINUTES.findLast((mark) => left <= mark * MINUTE_MS);
  return minutes === undefined ? "" : t("ui.time_left", { minutes });
}
