import { useQuery } from "@tanstack/react-query";
import { houseName } from "../../lib/house-name.ts";
import type { ApiReply } from "../../lib/client.ts";
import { useToday } from "../../lib/clock.ts";
import { formatDay } from "../../lib/format.ts";
import { useMessages } from "../../lib/messages.ts";
import { apiQuery, POLLED } from "../../lib/query.ts";
import { ResultNumbers } from "../../results/result-numbers.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { useAbout } from "../about.tsx";

type Latest = ApiReply<"GET /results/latest">;

/** The latest numbers of every house: today's, once all are published. New ones are fetched. */
export function TodaysNumbers() {
  const { t } = useMessages();
  const latest = useQuery({ ...apiQuery("GET /results/latest"), ...POLLED });
  // Its answer carries the server's time, on which `today` depends.
  useAbout();
  const today = useToday();
  const isToday = latest.data?.every(({ result }) => !result || result.date === today);
  return (
    <section className="surface flex min-h-112 flex-col" aria-labelledby="todays-numbers">
      <h2 id="todays-numbers" className="px-4 pt-4 text-20 font-semibold lg:px-6">
        {isToday ? t("landing.todays_results") : t("landing.latest_results")}
      </h2>
      <Loaded query={latest} skeleton={<Waiting />}>
        {(results) => <Numbers results={results} today={today} />}
      </Loaded>
    </section>
  );
}

/** As tall as the rows of the default houses, so that the layout does not shift. */
const Waiting = () => (
  <div className="mt-2 flex-1 px-4 py-1.5 lg:px-6">
    <SkeletonRows count={5} className="h-15 w-full" />
  </div>
);

function Numbers({ results, today }: { results: Latest; today: string | undefined }) {
  const { t, language } = useMessages();
  const dayOf = (day: string) => (day === today ? t("ui.today") : formatDay(day, language));
  if (results.every(({ result }) => result === null)) {
    return <EmptyState title={t("landing.results_pending")} />;
  }
  return (
    <ul className="mt-2 flex flex-1 flex-col justify-around">
      {results.map(({ house, result }) => (
        <li
          key={house.id}
          className="flex min-h-18 flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2 last:border-b-0 lg:px-6"
        >
          <span className="min-w-0 flex-[1_1_8rem]">
            <span className="block font-semibold">{houseName(house, language)}</span>
            <span className="text-14 text-quiet">{result ? dayOf(result.date) : "-"}</span>
          </span>
          <ResultNumbers
            first_round={result?.first_round ?? null}
            second_round={result?.second_round ?? null}
          />
        </li>
      ))}
    </ul>
  );
}
