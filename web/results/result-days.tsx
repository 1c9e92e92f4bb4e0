import { dayInIndia } from "../../contract/dates.ts";
import { endingDigit, houseDigit, twoDigits } from "../../contract/orders/rules.ts";
import { useToday } from "../lib/clock.ts";
import { formatDay, formatDayTime, formatTime } from "../lib/format.ts";
import { type MessageKey, useMessages } from "../lib/messages.ts";
import { Days } from "./days.tsx";
import type { PublishedResult } from "./published-results.ts";
import { ResultNumbers } from "./result-numbers.tsx";

interface ResultDaysProps {
  results: readonly PublishedResult[];
  /** Returns the name of a house in the user's language. */
  houseNameOf: (name: string) => string;
}

/** Results grouped by date, in the given order. */
export function ResultDays({ results, houseNameOf }: ResultDaysProps) {
  const { t, language } = useMessages();
  const today = useToday();
  return (
    <div className="grid gap-6">
      <Days rows={results}>
        {(date, rows) => (
          <section key={date} aria-label={formatDay(date, language)}>
            <h2 className="mb-2 text-16 font-semibold">
              {date === today && `${t("ui.today")} · `}
              {formatDay(date, language)}
            </h2>
            <ul className="surface lines sm:grid sm:grid-cols-2">
              {rows.map((result) => (
                <ResultRow
                  key={result.house_id}
                  result={result}
                  house_name={houseNameOf(result.house_name)}
                />
              ))}
            </ul>
          </section>
        )}
      </Days>
    </div>
  );
}

function ResultRow({ result, house_name }: { result: PublishedResult; house_name: string }) {
  const { t } = useMessages();
  const { first_round, second_round } = result;
  return (
    <li className="grid min-w-0 content-start gap-2 p-4">
      <div className="flex min-w-0 flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-[1_1_8rem]">
          <h3 className="font-semibold">{house_name}</h3>
          <PublishedAt result={result} />
        </div>
        <ResultNumbers first_round={first_round} second_round={second_round} />
      </div>
      {first_round !== null && (
        <dl className="flex flex-wrap gap-x-4 gap-y-1 text-14">
          {winningLinesOf(first_round, second_round).map(({ label, text }) => (
            <div key={label} className="flex gap-1.5">
              <dt className="text-quiet">{t(label)}</dt>
              <dd className="font-semibold">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

function PublishedAt({ result: { date, published_at } }: { result: PublishedResult }) {
  const { t, language } = useMessages();
  if (published_at === null) return null;
  const time =
    dayInIndia(published_at) === date
      ? formatTime(published_at)
      : formatDayTime(published_at, language);
  return <p className="text-14 text-quiet">{t("results.published", { time })}</p>;
}

interface Line {
  label: MessageKey;
  text: string;
}

/** The winning numbers and digits of a day; see "How a play wins" in docs/domain.md. */
function winningLinesOf(first: number, second: number | null): Line[] {
  const both = (show: (number: number) => string) =>
    `${show(first)}, ${second === null ? "-" : show(second)}`;
  return [
    { label: "bet.direct", text: both(twoDigits) },
    { label: "bet.house", text: String(houseDigit(first)) },
    { label: "bet.ending", text: both((number) => String(endingDigit(number))) },
  ];
}
