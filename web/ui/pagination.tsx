import { useMessages } from "../lib/messages.ts";
import { Button } from "./button.tsx";

interface PaginationProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Previous, next, and where one is. */
export function Pagination({ page, pages, onPage }: PaginationProps) {
  const { t } = useMessages();
  if (pages <= 1) return null;
  return (
    <nav aria-label={t("ui.page_of", { page, pages })} className="flex items-center gap-3 p-4">
      <Button kind="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t("ui.previous")}
      </Button>
      <span className="flex-1 text-center text-14 text-quiet">
        {t("ui.page_of", { page, pages })}
      </span>
      <Button kind="secondary" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t("ui.next")}
      </Button>
    </nav>
  );
}

interface LoadMoreProps {
  hasMore: boolean;
  isLoading: boolean;
  onLoad: () => void;
}

export function LoadMore({ hasMore, isLoading, onLoad }: LoadMoreProps) {
  const { t } = useMessages();
  if (!hasMore) return null;
  return (
    <div className="grid place-items-center p-4">
      <Button kind="secondary" isBusy={isLoading} onClick={onLoad}>
        {t("ui.load_more")}
      </Button>
    </div>
  );
}
