import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./classes.ts";

export type BadgeTone = "good" | "waiting" | "informing" | "bad" | "neutral" | "outlined";

interface BadgeProps {
  tone: BadgeTone;
  icon?: LucideIcon | undefined;
  children: ReactNode;
}

/** A state as a word; the colour only emphasises the word. */
export function Badge({ tone, icon: Icon, children }: BadgeProps) {
  return (
    <span
      className={classes(
        "inline-flex items-center gap-1 rounded-full border px-2 py-0.5 text-12 font-semibold",
        "whitespace-nowrap",
        TONES[tone],
      )}
    >
      {Icon && <Icon size={12} aria-hidden strokeWidth={2.5} />}
      {children}
    </span>
  );
}

const TONES: Record<BadgeTone, string> = {
  good: "border-transparent bg-pine-soft text-pine",
  waiting: "border-transparent bg-marigold-soft text-marigold",
  informing: "border-transparent bg-indigo-soft text-indigo",
  bad: "border-transparent bg-vermilion-soft text-vermilion",
  neutral: "border-transparent bg-sunken text-quiet",
  outlined: "border-edge text-quiet",
};
