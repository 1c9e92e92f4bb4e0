import type { ComponentProps, ReactNode } from "react";
import { Link } from "wouter";
import { classes } from "./classes.ts";
import { TargetMark } from "./target-mark.tsx";

type ButtonKind = "primary" | "secondary" | "quiet" | "danger";

interface Look {
  kind?: ButtonKind | undefined;
  size?: "normal" | "large" | undefined;
  /** Takes the full width. */
  isWide?: boolean | undefined;
  icon?: ReactNode;
}

interface ButtonProps extends Look, ComponentProps<"button"> {
  /** The action is in progress: this is shown, and further presses are ignored. */
  isBusy?: boolean | undefined;
}

/** While busy, the button keeps its focus and its name, and presses are ignored, not queued. */
export function Button({ kind, size, isWide, icon, isBusy, ...rest }: ButtonProps) {
  const { className, children, onClick, type = "button", ...button } = rest;
  return (
    <button
      type={type}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      className={classes(look({ kind, size, isWide }), className)}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      {...button}
    >
      {isBusy ? <TargetMark size={20} isBusy /> : icon}
      {children}
    </button>
  );
}

interface ButtonLinkProps extends Look, Omit<ComponentProps<"a">, "href"> {
  to: string;
}

/** A link that looks like a button. */
export function ButtonLink({ kind, size, isWide, icon, className, ...link }: ButtonLinkProps) {
  const { children, ...rest } = link;
  return (
    <Link className={classes(look({ kind, size, isWide }), className)} {...rest}>
      {icon}
      {children}
    </Link>
  );
}

interface IconButtonProps extends ComponentProps<"button"> {
  /** The name for screen readers, also shown as tooltip. */
  label: string;
}

export function IconButton({ label, className, type = "button", ...button }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={classes(
        "inline-grid size-11 shrink-0 place-items-center rounded-control text-quiet",
        "transition-colors hover:bg-sunken hover:text-ink disabled:opacity-50",
        className,
      )}
      {...button}
    />
  );
}

function look({ kind = "primary", size = "normal", isWide }: Look): string {
  return classes(
    "inline-flex items-center justify-center gap-2 rounded-control px-4 py-1.5 text-center",
    "font-semibold transition-colors disabled:opacity-50 aria-disabled:opacity-70",
    size === "large" ? "min-h-13 text-16" : "min-h-11 text-14",
    isWide && "w-full",
    LOOKS[kind],
  );
}

const LOOKS: Record<ButtonKind, string> = {
  primary: "bg-pine text-on-pine hover:bg-pine-strong",
  secondary: "border border-edge bg-card text-ink hover:bg-sunken",
  quiet: "text-pine hover:bg-pine-soft",
  danger: "bg-vermilion text-on-vermilion hover:bg-vermilion-strong",
};
