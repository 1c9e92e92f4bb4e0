import { CircleCheck, CircleX } from "lucide-react";
import { formatDayTimeToSecond } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { Card } from "../ui/card.tsx";
import type { Books } from "./api.ts";
import { durationText } from "./duration-text.ts";

interface BooksVerdictProps {
  books: Books;
  /** Whether another check is running. */
  isChecking: boolean;
}

/** Whether the books balance, and when they were checked; screen readers announce a new check. */
export function BooksVerdict({ books, isChecking }: BooksVerdictProps) {
  const { holds, checked_at, lines } = books;
  const { t, language } = useMessages();
  const failed = lines.filter((line) => !line.holds).length;
  const time = formatDayTimeToSecond(checked_at, language);
  const milliseconds = lines.reduce((sum, line) => sum + line.milliseconds, 0);
  return (
    <Card>
      <div role="status" className="flex items-start gap-3">
        {holds ? (
          <CircleCheck size={28} aria-hidden className="shrink-0 text-pine" />
        ) : (
          <CircleX size={28} aria-hidden className="shrink-0 text-vermilion" />
        )}
        <div className="grid min-w-0 gap-1">
          <p className="text-16 font-semibold">
            {holds ? t("admin.book.balanced") : t("admin.book.failed", { count: failed })}
          </p>
          <p className="text-14">
            {holds
              ? t("admin.book.all_passed", { count: lines.length })
              : t("admin.book.failed_hint")}
          </p>
          <p className="text-14 text-quiet">
            {t("admin.book.checked", { time, duration: durationText(milliseconds) })}
          </p>
          {isChecking && <p className="text-14 text-marigold">{t("admin.book.checking_again")}</p>}
        </div>
      </div>
    </Card>
  );
}
