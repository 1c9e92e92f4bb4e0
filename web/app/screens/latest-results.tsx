import { useQuery } from "@tanstack/react-query";
import { houseName } from "../../lib/house-name.ts";
import type { ApiReply } from "../../lib/client.ts";
import { formatDay } from "../../lib/format.ts";
import { useMessages } from "../../lib/messages.ts";
import { apiQuery } from "../../lib/query.ts";
import { ResultNumbers } from "../../results/result-numbers.tsx";
import { ListCard } from "./list-card.tsx";
import { EmptyState } from "../../ui/states.tsx";

type Latest = ApiReply<"GET /results/latest">;

/** The latest numbers of every house. */
export function LatestResults() {
  const { t } = useMessages();
  const latest = useQuery(apiQuery("GET /results/latest"));
  return (
    <ListCard
      title={t("dashboard.latest_results")}
      to="/app/results"
      link={t("dashboard.all_results")}
      query={latest}
    >
      {(results) =>
        results.length > 0 ? (
          <ResultRows results={results} />
        ) : (
          <EmptyState title={t("dashboard.no_results")}>
            {t("dashboard.no_results_hint")}
          </EmptyState>
        )
      }
    </ListCard>
  );
}

/** A house's line: its name, the date and both numbers. */
function ResultRows({ results }: { results: Latest }) {
  const { language } = useMessages();
  return (
    <ul>
      {results.map(({ house, result }) => (
        <li
          key={house.id}
          className="flex min-h-14 flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2 last:border-b-0"
        >
          <span className="min-w-0 flex-[1_1_8rem]">
            <span className="block font-semibold">{houseName(house, language)}</span>
            <span className="text-14 text-quiet">
              {result ? formatDay(result.date, language) : "-"}
            </span>
          </span>
          <ResultNumbers
            size="small"
            first_round={result?.first_round ?? null}
            second_round={result?.second_round ?? null}
          />
        </li>
      ))}
    </ul>
  );
}
