import { Check } from "lucide-react";
import { formatDay, formatMoney } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { type EnteredResult, isSettling } from "./entered-results.ts";
import { ResultNumbers } from "./result-numbers.tsx";
import { SettlementProgress } from "./settlement-progress.tsx";

interface EnteredRowProps {
  result: EnteredResult;
  /** Shows the date below the house. */
  hasDate?: boolean | undefined;
  onEdit: () => void;
  onPublish: () => void;
}

/** The numbers of a result, with buttons to edit and publish it, or with what was paid. */
export function EnteredRow({ result, hasDate, onEdit, onPublish }: EnteredRowProps) {
  const { t, language } = useMessages();
  return (
    <li className="grid grid-cols-1 gap-3 border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="max-w-full flex-[1_1_6rem]">
          <p className="font-semibold">{result.house_name || t("admin.result.unknown_house")}</p>
          {hasDate && <p className="text-14 text-quiet">{formatDay(result.date, language)}</p>}
        </div>
        <ResultNumbers first_round={result.first_round} second_round={result.second_round} />
        <div className="flex w-full max-w-full flex-wrap items-center gap-2 md:w-96 md:justify-end">
          {result.is_published ? (
            <Outcome result={result} />
          ) : (
            <RowActions result={result} onEdit={onEdit} onPublish={onPublish} />
          )}
        </div>
      </div>
      {isSettling(result) && <SettlementProgress progress={result.settlement ?? undefined} />}
    </li>
  );
}

function Outcome({ result: { settlement } }: { result: EnteredResult }) {
  const { t } = useMessages();
  return (
    <>
      {settlement?.is_complete && (
        <span className="flex-1 text-14 text-quiet md:text-right">
          {t("admin.result.paid_line", {
            payouts: settlement.winners,
            paid: formatMoney(settlement.paid),
          })}
        </span>
      )}
      <Badge tone="good" icon={Check}>
        {t("admin.result.published")}
      </Badge>
    </>
  );
}

function RowActions({ result, onEdit, onPublish }: EnteredRowProps) {
  const { t, language } = useMessages();
  const label = `${result.house_name}, ${formatDay(result.date, language)}`;
  return (
    <>
      <Button
        kind="secondary"
        className="flex-1 md:min-w-28 md:flex-none"
        aria-label={`${t("admin.edit")}: ${label}`}
        onClick={onEdit}
      >
        {t("admin.edit")}
      </Button>
      <Button
        className="flex-1 md:min-w-28 md:flex-none"
        aria-label={`${t("admin.result.publish")}: ${label}`}
        onClick={onPublish}
      >
        {t("admin.result.publish")}
      </Button>
    </>
  );
}
