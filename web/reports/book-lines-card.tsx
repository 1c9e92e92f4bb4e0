import { Check, X } from "lucide-react";
import { toRupees } from "../../contract/money.ts";
import { formatMoney } from "../lib/format.ts";
import { hasMessage, useMessages } from "../lib/messages.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import type { BookLine } from "./api.ts";
import { durationText } from "./duration-text.ts";

/** The invariants of the books, broken ones first: what must be true, and how long it took. */
export function BookLinesCard({ lines }: { lines: readonly BookLine[] }) {
  const { t } = useMessages();
  const broken_first = [...lines].sort((one, other) => Number(one.holds) - Number(other.holds));
  return (
    <Card title={t("admin.book.checks")} isFlush>
      <ul>
        {broken_first.map((line) => (
          <li
            key={line.code}
            className="flex items-start gap-3 border-b border-line px-4 py-3 text-14 last:border-b-0"
          >
            <Line line={line} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Line({ line: { code, name, holds, figure, unit, milliseconds } }: { line: BookLine }) {
  const { t } = useMessages();
  const key = `admin.book.lines.${code}`;
  const off =
    unit === "paise"
      ? t("admin.book.off_by", { amount: formatMoney(toRupees(figure)) })
      : t("admin.book.cases", { count: figure });
  return (
    <>
      {holds ? (
        <Check size={20} className="shrink-0 text-pine" aria-label={t("admin.book.passed")} />
      ) : (
        <X size={20} aria-hidden className="shrink-0 text-vermilion" />
      )}
      <span className="min-w-0 flex-1">
        {hasMessage(key) ? t(key) : name}
        {!holds && (
          <>
            {" "}
            <Badge tone="bad">{off}</Badge>
          </>
        )}
      </span>
      <span className="shrink-0 pt-0.5 text-12 text-quiet">{durationText(milliseconds)}</span>
    </>
  );
}
