import { CircleAlert, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./classes.ts";

interface NoticeProps {
  children: ReactNode;
  tone?: keyof typeof TONES;
  icon?: LucideIcon;
  className?: string;
}

/** A sentence on a coloured ground, to be read before going on. */
export const Notice = ({ children, tone = "warning", icon: Icon, className }: NoticeProps) => (
  <p
    className={classes(
      "flex items-start gap-2 rounded-control p-3 text-14",
      TONES[tone],
      className,
    )}
  >
    {Icon && <Icon size={18} aria-hidden className="mt-0.5 shrink-0" />}
    {children}
  </p>
);

const TONES = {
  warning: "bg-marigold-soft text-marigold",
  error: "bg-vermilion-soft text-vermilion",
};

interface LiveNoticeProps {
  children: string | undefined;
}

/** A warning to check before going on; screen readers announce it. */
export const Warning = ({ children }: LiveNoticeProps) => (
  // The live region must exist before its text; while empty it takes no space.
  <div role="status" className="empty:absolute">
    {children && <Notice icon={TriangleAlert}>{children}</Notice>}
  </div>
);

/** The error of the whole form, above its button. */
export const FormError = ({ children }: LiveNoticeProps) => (
  <div role="alert" className="empty:absolute">
    {children && (
      <Notice tone="error" icon={CircleAlert}>
        {children}
      </Notice>
    )}
  </div>
);
