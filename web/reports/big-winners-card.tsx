import { Link } from "wouter";
import { DASHBOARD_WINNERS, DEFAULT_WINNERS_DAYS } from "../../contract/reports/rules.ts";
import { useMessages } from "../lib/messages.ts";
import { Card } from "../ui/card.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { Loaded } from "../ui/states.tsx";
import { useWinners } from "./api.ts";
import { WinnersTable } from "./winners-table.tsx";

/** The largest wins of the last days. */
export function BigWinnersCard() {
  const { t } = useMessages();
  const winners = useWinners(DEFAULT_WINNERS_DAYS, DASHBOARD_WINNERS);
  const title = t("admin.overview.winners");
  return (
    <Card
      isFlush
      title={title}
      action={
        <Link
          to="/app/admin/winners"
          className="inline-flex min-h-11 items-center text-14 font-semibold text-pine"
        >
          {t("admin.overview.view_all")}
        </Link>
      }
    >
      <Loaded query={winners} skeleton={<WinnersSkeleton />}>
        {({ winners: rows }) => <WinnersTable caption={title} winners={rows} />}
      </Loaded>
    </Card>
  );
}

const WinnersSkeleton = () => (
  <div className="px-4 pb-4">
    <SkeletonRows count={5} />
  </div>
);
