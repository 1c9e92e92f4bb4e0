import type { ReactNode } from "react";
import { classes } from "./classes.ts";

interface ActionBarProps {
  children: ReactNode;
  /** Not sticky on desktops, for forms that fit on the screen there. */
  isStaticOnDesktop?: boolean;
  className?: string;
}

/** The page's main action; it sticks above the bottom bar on phones, within reach of the thumb. */
export const ActionBar = ({ children, isStaticOnDesktop, className }: ActionBarProps) => (
  <div
    className={classes(
      "stays-below z-10 -mx-4 mt-6 border-t border-line bg-card px-4 py-3 low:mt-3 low:py-1",
      "shadow-card lg:mx-0 lg:rounded-card lg:border",
      isStaticOnDesktop && "lg:static lg:mt-0 lg:shadow-none",
      className,
    )}
  >
    {children}
  </div>
);
