import { sentenceOfFailure } from "../lib/api-error.ts";
import { useMessages } from "../lib/messages.ts";

interface RefreshFailureProps {
  query: { data: unknown; error: Error | null };
}

/** Warns an admin that a refetch failed and the data on screen may be stale. */
export function RefreshFailure({ query: { data, error } }: RefreshFailureProps) {
  const { t } = useMessages();
  if (data === undefined) return null;
  return (
    <div role="status">
      {error && (
        <p className="mb-4 rounded-control bg-marigold-soft p-3 text-14 text-marigold">
          {t("admin.not_refreshed", { problem: sentenceOfFailure(error) })}
        </p>
      )}
    </div>
  );
}
