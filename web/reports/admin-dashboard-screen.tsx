import { DEFAULT_REVENUE_DAYS } from "../../contract/reports/rules.ts";
import { useMessages } from "../lib/messages.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { RefreshFailure } from "../ui/refresh-failure.tsx";
import { Skeleton, SkeletonRows } from "../ui/skeleton.tsx";
import { Loaded } from "../ui/states.tsx";
import { useDashboard, useRevenue } from "./api.ts";
import { BigWinnersCard } from "./big-winners-card.tsx";
import { HouseSharesCard } from "./house-shares-card.tsx";
import { PendingCard } from "./pending-card.tsx";
import { RevenueCard } from "./revenue-card.tsx";
import { StatCards } from "./stat-cards.tsx";

/** The start page of the admin area: key figures, open tasks, charts and the largest wins. */
export function AdminDashboardScreen() {
  const { t } = useMessages();
  const dashboard = useDashboard();
  return (
    <>
      <PageHeader title={t("admin.dashboard")} lead={t("admin.overview.lead")} />
      <RefreshFailure query={dashboard} />
      <div className="@container grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-6">
        <Loaded query={dashboard} skeleton={<StatsSkeleton />}>
          {(stats) => (
            <>
              <StatCards stats={stats} />
              <PendingCard stats={stats} />
            </>
          )}
        </Loaded>
        <Charts />
        <BigWinnersCard />
      </div>
    </>
  );
}

function Charts() {
  const { t } = useMessages();
  const revenue = useRevenue(DEFAULT_REVENUE_DAYS);
  return (
    <Loaded query={revenue} skeleton={<SkeletonRows count={2} className="h-80 w-full" />}>
      {(figures) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:@2xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-6">
          <RevenueCard
            title={t("admin.overview.revenue", { days: DEFAULT_REVENUE_DAYS })}
            revenue={figures}
          />
          <HouseSharesCard houses={figures.house_revenue} />
        </div>
      )}
    </Loaded>
  );
}

const StatsSkeleton = () => (
  <>
    <div className="grid grid-cols-2 gap-3 lg:gap-4 lg:@2xl:grid-cols-4">
      {[1, 2, 3, 4].map((card) => (
        <Skeleton key={card} className="h-26 w-full" />
      ))}
    </div>
    <SkeletonRows count={1} className="h-36 w-full" />
  </>
);
