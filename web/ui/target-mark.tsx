import { classes } from "./classes.ts";

interface TargetMarkProps {
  /** In pixels. */
  size?: number;
  /** Animates the rings while something is loading. */
  isBusy?: boolean;
  /** Shows an arrow in the rings, for a win. */
  isHit?: boolean;
  className?: string;
}

/** The archery target: the logo, the loading indicator and the picture of empty states. */
export function TargetMark({ size = 32, isBusy, isHit, className }: TargetMarkProps) {
  const ring = (delay: string) =>
    isBusy ? { className: "animate-rings", style: { animationDelay: delay } } : {};
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      className={classes("shrink-0", className)}
    >
      <circle cx="16" cy="16" r="14.5" {...ring("480ms")} />
      <circle cx="16" cy="16" r="9" {...ring("240ms")} />
      <circle cx="16" cy="16" r="3.5" fill="currentColor" stroke="none" {...ring("0ms")} />
      {isHit && <path d="M16 16 28 4m0 0v4m0-4h-4" strokeWidth="2.5" strokeLinecap="round" />}
    </svg>
  );
}
