import { sentenceOfFailure } from "../lib/api-error.ts";
import { useMessages } from "../lib/messages.ts";
import { Notice } from "./notice.tsx";

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
        <Notice className="mb-4">
          {t("admin.not_refreshed", { problem: sentenceOfFailure(error) })}
        </Notice>
      )}
    </div>
  );
}
