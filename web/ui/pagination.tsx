import { useCallback, useEffect, useState } from "react";
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

/** Previous, next, and where one is. A page that is gone on to begins at its top. */
export function Pagination({ page, pages, onPage }: PaginationProps) {
  const { t } = useMessages();
  // The last page goes away when what stood on it is no longer what is asked for.
  useEffect(() => {
    if (page > pages) onPage(pages);
  });
  if (pages <= 1) return null;
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
    /** How many there are. */
    page_count: number | undefined;
    fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<{
      error: Error | null;
      hasNextPage: boolean;
      data: { pages: readonly unknown[] } | undefined;
    }>;
  };
}

/**
 * Brings the next page of the list that stands before it, and says so if it does not come. With the
 * last page it goes away, and the first of its rows has the focus.
 */
export const LoadMore = ({ query }: LoadMoreProps) =>
  query.hasNextPage ? <MoreButton query={query} /> : null;

function MoreButton({ query }: LoadMoreProps) {
  const { t } = useMessages();
  const [known, setKnown] = useState(0);
  const firstNewRow = useCallback(
    ({ parentElement }: HTMLElement) =>
      () =>
        rowsIn(parentElement)?.[known],
    [known],
  );
  const box = useHandsOnFocus<HTMLDivElement>(firstNewRow);
  const load = async (): Promise<void> => {
    setKnown(rowsIn(box.current?.parentElement)?.length ?? 0);
    const { error, hasNextPage, data } = await query.fetchNextPage({ cancelRefetch: false });
    if (error) return toast.failure(sentenceOfFailure(error));
    // A list that is asked for anew comes in place of its next page, which is then asked for again.
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

const rowsIn = (list: Element | null | undefined) => list?.querySelectorAll("li");
