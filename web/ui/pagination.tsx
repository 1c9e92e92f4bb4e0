import { useCallback, useEffect, useRef } from "react";
import { sentenceOfFailure } from "../lib/api-error.ts";
import { useMessages } from "../lib/messages.ts";
import { toast } from "../lib/toast.ts";
import { Button } from "./button.tsx";
import { useHandsOnFocus } from "./hands-on-focus.ts";

interface PaginationProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Previous, next and the current page. A change of page scrolls to the top. */
export function Pagination({ page, pages, onPage }: PaginationProps) {
  const { t } = useMessages();
  // Go back if the current page no longer exists, because its rows are gone.
  useEffect(() => {
    if (page > pages) onPage(pages);
  });
  const goTo = (other: number) => {
    onPage(other);
    window.scrollTo(0, 0);
    document.querySelector("main")?.focus({ preventScroll: true });
  };
  return (
    <nav
      aria-label={t("ui.page_of", { page, pages })}
      className="flex flex-wrap items-center gap-3 p-4"
    >
      <Button kind="secondary" disabled={page <= 1} onClick={() => goTo(page - 1)}>
        {t("ui.previous")}
      </Button>
      <span className="flex-[1_1_min-content] text-center text-14 text-quiet">
        {t("ui.page_of", { page, pages })}
      </span>
      <Button kind="secondary" disabled={page >= pages} onClick={() => goTo(page + 1)}>
        {t("ui.next")}
      </Button>
    </nav>
  );
}

interface LoadMoreProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    /** The number of loaded pages. */
    page_count: number | undefined;
    fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<{
      error: Error | null;
      hasNextPage: boolean;
      data: { pages: readonly unknown[] } | undefined;
    }>;
  };
}

/**
 * A button that loads the next page of the list before it and reports a failure. After the last
 * page it is removed, and the focus moves to the first of the new rows.
 */
export const LoadMore = ({ query }: LoadMoreProps) =>
  query.hasNextPage ? <MoreButton query={query} /> : null;

function MoreButton({ query }: LoadMoreProps) {
  const { t } = useMessages();
  const { box, countRows } = useFirstNewRow();
  const load = async (): Promise<void> => {
    countRows();
    const { error, hasNextPage, data } = await query.fetchNextPage({ cancelRefetch: false });
    if (error) return toast.failure(sentenceOfFailure(error));
    // If a refetch of the list replaced the fetch of its next page, load the next page again.
    const isMissing = hasNextPage && data?.pages.length === query.page_count;
    return isMissing && box.current ? load() : undefined;
  };
  return (
    <div ref={box} className="grid place-items-center p-4">
      <Button kind="secondary" isBusy={query.isFetchingNextPage} onClick={() => void load()}>
        {t("ui.load_more")}
      </Button>
    </div>
  );
}

interface ShowMoreProps {
  /** Defaults to "Load more". */
  label?: string;
  onShow: () => void;
}

/** The same button for a list of which only the beginning is drawn. */
export function ShowMore({ label, onShow }: ShowMoreProps) {
  const { t } = useMessages();
  const { box, countRows } = useFirstNewRow();
  const show = () => {
    countRows();
    onShow();
  };
  return (
    <div ref={box} className="grid place-items-center p-4">
      <Button kind="secondary" onClick={show}>
        {label ?? t("ui.load_more")}
      </Button>
    </div>
  );
}

/** When the box is removed, the first row after the counted ones gets its focus. */
function useFirstNewRow() {
  const old_count = useRef(0);
  const firstNewRow = useCallback(
    ({ parentElement }: HTMLElement) =>
      () =>
        rowsIn(parentElement)?.[old_count.current],
    [],
  );
  const box = useHandsOnFocus<HTMLDivElement>(firstNewRow);
  const countRows = () => {
    old_count.current = rowsIn(box.current?.parentElement)?.length ?? 0;
  };
  return { box, countRows };
}

const rowsIn = (list: Element | null | undefined) => list?.querySelectorAll("li");
