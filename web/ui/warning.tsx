import { TriangleAlert } from "lucide-react";

/** What should be looked at before going on; read out when it comes up. */
export const Warning = ({ children }: { children: string | undefined }) => (
  // Empty, it waits for its sentence without taking room.
  <div role="status" className="empty:absolute">
    {children && (
      <p className="flex items-start gap-2 rounded-control bg-marigold-soft p-3 text-14 text-marigold">
        <TriangleAlert size={18} aria-hidden className="mt-0.5 shrink-0" />
        {children}
      </p>
    )}
  </div>
);
