import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { classes } from "./classes.ts";

interface Tab<V extends string> {
  value: V;
  label: string;
  /** Shown in the corner after the label, such as a count. */
  mark?: ReactNode;
}

interface TabsProps<V extends string> {
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  onChange: (value: V) => void;
  /** The panel of the chosen tab. */
  children: ReactNode;
}

/** Tabs with a single tab stop; the arrow keys, Home and End move and select. */
export function Tabs<V extends string>({ label, tabs, value, onChange, children }: TabsProps<V>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // Scroll the tab list horizontally, not the page.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>("[aria-selected=true]");
    if (list.current && chosen) list.current.scrollLeft = outOfView(list.current, chosen);
  }, [value]);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = tabs[targetOf(event.key, at, tabs.length)];
    if (next === undefined) return;
    event.preventDefault();
    onChange(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  };
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        // The line is a shadow, and the chosen tab covers it: over a border, it would overflow.
        className={classes(
          "relative mb-4 flex overflow-x-auto [scrollbar-width:thin]",
          "shadow-[inset_0_-1px_var(--color-line)]",
        )}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={classes(
              "flex min-h-11 flex-1 items-center justify-center border-b-2 px-2 sm:px-3",
              "text-14 whitespace-nowrap transition-colors -outline-offset-2",
              tab.value === value
                ? "border-pine font-semibold text-ink"
                : "border-transparent text-quiet hover:text-ink",
            )}
          >
            <span className={classes("relative", Boolean(tab.mark) && "mr-3")}>
              {tab.label}
              {tab.mark && <span className="absolute -top-2.5 left-full grid">{tab.mark}</span>}
            </span>
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  );
}

/** How far the tab list must scroll so that a tab is fully visible. */
function outOfView(line: HTMLElement, { offsetLeft, offsetWidth }: HTMLElement): number {
  const first = offsetLeft + offsetWidth - line.clientWidth;
  return Math.min(Math.max(line.scrollLeft, first), offsetLeft);
}

function targetOf(key: string, at: number, count: number): number {
  if (key === "ArrowRight") return (at + 1) % count;
  if (key === "ArrowLeft") return (at - 1 + count) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return -1;
}
