import { RotateCw } from "lucide-react";
import { useMessages } from "../lib/messages.ts";
import { Button } from "../ui/button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { RefreshFailure } from "../ui/refresh-failure.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { Loaded } from "../ui/states.tsx";
import { useBooks } from "./api.ts";
import { BookLinesCard } from "./book-lines-card.tsx";
import { BooksVerdict } from "./books-verdict.tsx";
import { MoneyCard } from "./money-card.tsx";

/** A check of the books: whether they balance, where the money is, and a line per invariant. */
export function BooksScreen() {
  const { t } = useMessages();
  const books = useBooks();
  return (
    <>
      <PageHeader
        title={t("admin.books")}
        lead={t("admin.book.lead")}
        action={
          <Button
            kind="secondary"
            icon={<RotateCw size={18} aria-hidden />}
            isBusy={books.isFetching}
            onClick={() => void books.refetch()}
          >
            {t("admin.book.check")}
          </Button>
        }
      />
      <RefreshFailure query={books} />
      <Loaded query={books} skeleton={<Checking />}>
        {(checked) => (
          <div className="@container grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-6">
            <BooksVerdict books={checked} isChecking={books.isFetching} />
            <MoneyCard money={checked.money} />
            <BookLinesCard lines={checked.lines} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Checking() {
  const { t } = useMessages();
  return (
    <>
      <p className="mb-4 text-14 text-quiet">{t("admin.book.checking")}</p>
      <SkeletonRows count={4} className="h-24 w-full" />
    </>
  );
}
