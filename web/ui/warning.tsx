import { TriangleAlert } from "lucide-react";

/** A warning to check before going on; screen readers announce it. */
export const Warning = ({ children }: { children: string | undefined }) => (
  // The live region must exist before its text; while empty it takes no space.
  <div role="status" className="empty:absolute">
    {children && (
      <p className="flex items-start gap-2 rounded-control bg-marigold-soft p-3 text-14 text-marigold">
        <TriangleAlert size={18} aria-hidden className="mt-0.5 shrink-0" />
        {children}
      </p>
    )}
  </div>
);
