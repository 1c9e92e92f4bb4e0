import { CloudOff, RotateCw, WifiOff } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { sentenceOfFailure } from "../lib/api-error.ts";
import { useMessages } from "../lib/messages.ts";
import { Button } from "./button.tsx";
import { toThePage, useHandsOnFocus } from "./hands-on-focus.ts";
import { SkeletonRows } from "./skeleton.tsx";
import { TargetMark } from "./target-mark.tsx";

interface EmptyStateProps {
  title: string;
  /** What will be here. */
  children?: ReactNode;
  /** The one next step. */
  action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  const box = useHandsOnFocus<HTMLDivElement>(toThePage);
  return (
    <div ref={box} className="grid justify-items-center gap-2 px-4 py-8 text-center">
      <TargetMark size={48} className="mb-1 text-edge" />
      <p className="font-semibold">{title}</p>
      {children && <p className="max-w-88 text-14 text-quiet">{children}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  error: unknown;
  /** What could not be loaded, where there is a sentence of its own for it. */
  title?: string | undefined;
  onRetry?: (() => void) | undefined;
}

/** Says what could not be loaded and why, and tries again. */
export function ErrorState({ error, title, onRetry }: ErrorStateProps) {
  const { t } = useMessages();
  const box = useHandsOnFocus<HTMLDivElement>(toThePage);
  return (
    <div ref={box} role="alert" className="grid justify-items-center gap-2 px-4 py-8 text-center">
      <CloudOff size={40} aria-hidden className="mb-1 text-vermilion" strokeWidth={1.5} />
      <p className="font-semibold">{title ?? t("ui.failed_title")}</p>
      <p className="max-w-88 text-14 text-quiet">{sentenceOfFailure(error)}</p>
      {onRetry && (
        <Button
          kind="secondary"
          className="mt-2"
          icon={<RotateCw size={16} aria-hidden />}
          onClick={onRetry}
        >
          {t("ui.retry")}
        </Button>
      )}
    </div>
  );
}

interface QueryLike<T> {
  data: T | undefined;
  error: Error | null;
  refetch: () => unknown;
}

interface LoadedProps<T> {
  query: QueryLike<T>;
  /** In place of the rows that otherwise stand while loading. */
  skeleton?: ReactNode;
  /** The title of the error, where there is a sentence of its own for it. */
  error_title?: string;
  children: (data: T) => ReactNode;
}

/** Loading, error with a retry, or the content of a query. Old content stays while it reloads. */
export function Loaded<T>({ query, skeleton, error_title, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    return <ErrorState error={query.error} title={error_title} onRetry={() => query.refetch()} />;
  }
  return skeleton ?? <SkeletonRows />;
}

/** A line across the page for as long as the device has no connection. */
export function OfflineNotice() {
  const { t } = useMessages();
  const isOnline = useSyncExternalStore(
    onConnection,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-marigold-soft px-4 py-2 text-14 text-marigold">
          <WifiOff size={16} aria-hidden />
          {t("ui.offline")}
        </p>
      )}
    </div>
  );
}

function onConnection(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
