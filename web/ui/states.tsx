import { CloudOff, RotateCw, WifiOff } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { sentenceOfFailure } from "../lib/api-error.ts";
import { useMessages } from "../lib/messages.ts";
import { useRetryWhenReady } from "../lib/server-health.ts";
import { Button } from "./button.tsx";
import { toThePage, useHandsOnFocus } from "./hands-on-focus.ts";
import { SkeletonRows } from "./skeleton.tsx";
import { TargetMark } from "./target-mark.tsx";

interface EmptyStateProps {
  title: string;
  /** Describes what will be shown here. */
  children?: ReactNode;
  /** The next step for the user. */
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
  /** A specific title; defaults to a general one. */
  title?: string | undefined;
  onRetry?: (() => void) | undefined;
}

/** Shows that loading has failed and why, and retries on request or once the server is ready. */
export function ErrorState({ error, title, onRetry }: ErrorStateProps) {
  const { t } = useMessages();
  const box = useHandsOnFocus<HTMLDivElement>(toThePage);
  useRetryWhenReady(error, onRetry);
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

export interface QueryLike<T> {
  data: T | undefined;
  error: Error | null;
  refetch: () => unknown;
}

interface LoadedProps<T> {
  query: QueryLike<T>;
  /** Shown while loading; defaults to placeholder rows. */
  skeleton?: ReactNode;
  /** A specific title for the error; defaults to a general one. */
  error_title?: string;
  children: (data: T) => ReactNode;
}

/** Shows a query's loading state, error or content. A refetch keeps the old content on screen. */
export function Loaded<T>({ query, skeleton, error_title, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    return <ErrorState error={query.error} title={error_title} onRetry={() => query.refetch()} />;
  }
  return skeleton ?? <SkeletonRows />;
}

/** A banner while the device is offline; it stays in view, in place of the top bar of phones. */
export function OfflineNotice() {
  const { t } = useMessages();
  const isOnline = useSyncExternalStore(
    onConnection,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className="sticky top-0 z-30">
      {!isOnline && (
        <p className="stays-first flex items-center justify-center gap-2 bg-marigold-soft px-4 py-2 text-14 text-marigold">
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
