import {
  DEFAULT_WINNERS,
  DEFAULT_WINNERS_DAYS,
  WINNERS_DAYS,
} from "../../contract/reports/rules.ts";
import { useMessages } from "../lib/messages.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { RefreshFailure } from "../ui/refresh-failure.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { Loaded } from "../ui/states.tsx";
import { useWinners } from "./api.ts";
import { PeriodChoice, usePeriod } from "./period-choice.tsx";
import { WinnersTable } from "./winners-table.tsx";

/** The orders with the largest wins of the last days. */
export function WinnersScreen() {
  const { t } = useMessages();
  const [days, setDays] = usePeriod(WINNERS_DAYS, DEFAULT_WINNERS_DAYS);
  const winners = useWinners(days, DEFAULT_WINNERS);
  return (
    <>
      <PageHeader title={t("admin.winners")} lead={t("admin.winner.lead")} />
      <div className="mb-4 sm:max-w-96">
        <PeriodChoice periods={WINNERS_DAYS} days={days} onChange={setDays} />
      </div>
      <RefreshFailure query={winners} />
      <Loaded query={winners} skeleton={<SkeletonRows count={5} className="h-20 w-full" />}>
        {({ winners: rows }) => (
          <div className="surface">
            <WinnersTable caption={t("admin.winners")} winners={rows} />
            {rows.length === DEFAULT_WINNERS && (
              <p className="border-t border-line p-4 text-14 text-quiet">
                {t("admin.winner.most", { limit: DEFAULT_WINNERS })}
              </p>
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}
