import { twoDigits } from "../../contract/orders/rules.ts";
import { formatShortDay } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { Card } from "../ui/card.tsx";
import type { PublishedResult } from "./published-results.ts";

/** The numbers of one house day by day, in a dense grid. */
export function MonthDays({ results }: { results: readonly PublishedResult[] }) {
  const { t, language } = useMessages();
  const digits = (number: number | null) => (number === null ? "-" : twoDigits(number));
  return (
    <Card title={t("results.day_by_day")} isFlush>
      <ul className="lines grid grid-cols-3 rounded-b-card border-t border-line sm:grid-cols-5">
        {results.map(({ date, first_round, second_round }) => (
          <li key={date} className="px-2 py-2 text-center">
            <p className="text-12 text-quiet">{formatShortDay(date, language)}</p>
            <p className="font-semibold">
              <span className="sr-only">{t("round.first")}</span>
              {digits(first_round)}
              <span className="px-1.5 text-quiet" aria-hidden>
                ·
              </span>
              <span className="sr-only">{t("round.second")}</span>
              {digits(second_round)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
