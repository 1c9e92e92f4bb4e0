import { CircleAlert } from "lucide-react";

/** The error of the whole form, above its button. */
export const FormError = ({ children }: { children: string | undefined }) => (
  // The live region must exist before its text; while empty it takes no space.
  <div role="alert" className="empty:absolute">
    {children && (
      <p className="flex items-start gap-2 rounded-control bg-vermilion-soft p-3 text-14 text-vermilion">
        <CircleAlert size={18} aria-hidden className="mt-0.5 shrink-0" />
        {children}
      </p>
    )}
  </div>
);
