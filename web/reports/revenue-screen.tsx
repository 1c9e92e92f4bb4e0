import { Download } from "lucide-react";
import { DEFAULT_REVENUE_DAYS, REVENUE_DAYS } from "../../contract/reports/rules.ts";
import { formatCount, formatMoney } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { toast } from "../lib/toast.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Fact, Facts } from "../ui/facts.tsx";
import { Figure } from "../ui/figure.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { RefreshFailure } from "../ui/refresh-failure.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { Loaded } from "../ui/states.tsx";
import { type Revenue, useRevenue } from "./api.ts";
import { HousesCard } from "./houses-card.tsx";
import { InsightsCard } from "./insights-card.tsx";
import { PeriodChoice, usePeriod } from "./period-choice.tsx";
import { RevenueCard } from "./revenue-card.tsx";
import { revenueCsv, saveCsv } from "./revenue-csv.ts";

/** The revenue of a period: totals, by day and by house. */
export function RevenueScreen() {
  const { t } = useMessages();
  const [days, setDays] = usePeriod(REVENUE_DAYS, DEFAULT_REVENUE_DAYS);
  const revenue = useRevenue(days);
  return (
    <>
      <PageHeader
        title={t("admin.analytics.title")}
        lead={t("admin.analytics.lead")}
        action={<ExportButton revenue={revenue.data} />}
      />
      <div className="mb-4 sm:max-w-96">
        <PeriodChoice periods={REVENUE_DAYS} days={days} onChange={setDays} />
      </div>
      <RefreshFailure query={revenue} />
      <Loaded query={revenue} skeleton={<SkeletonRows className="h-48 w-full" />}>
        {(figures) => <Figures revenue={figures} />}
      </Loaded>
    </>
  );
}

function ExportButton({ revenue }: { revenue: Revenue | undefined }) {
  const { t } = useMessages();
  const save = () => {
    if (!revenue) return;
    saveCsv(revenueCsv(revenue));
    toast.success(t("admin.analytics.exported"));
  };
  return (
    <Button
      kind="secondary"
      icon={<Download size={18} aria-hidden />}
      disabled={!revenue}
      onClick={save}
    >
      {t("admin.analytics.export")}
    </Button>
  );
}

function Figures({ revenue }: { revenue: Revenue }) {
  const { t } = useMessages();
  const amounts = [revenue.total_revenue, revenue.total_winnings, revenue.total_net];
  const letters = Math.max(...amounts.map((amount) => formatMoney(amount).length));
  const figure = (text: string) => (
    <span className="block font-semibold">
      <Figure letters={letters}>{text}</Figure>
    </span>
  );
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-6">
      <Card>
        <Facts columns={COLUMNS}>
          <Fact label={t("admin.overview.total_revenue")}>
            {figure(formatMoney(revenue.total_revenue))}
          </Fact>
          <Fact label={t("admin.analytics.total_orders")}>
            {figure(formatCount(revenue.total_orders))}
          </Fact>
          <Fact label={t("admin.figures.winnings")}>
            {figure(formatMoney(revenue.total_winnings))}
          </Fact>
          <Fact label={t("admin.figures.net")}>{figure(formatMoney(revenue.total_net))}</Fact>
        </Facts>
      </Card>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:@2xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-6">
        <RevenueCard title={t("admin.analytics.daily")} revenue={revenue} />
        <InsightsCard revenue={revenue} />
      </div>
      <HousesCard houses={revenue.house_revenue} total={revenue.total_revenue} />
    </div>
  );
}

/** Two columns on a phone, four on a desktop. */
const COLUMNS =
  "grid-cols-1 @min-[19rem]:grid-cols-2 lg:@2xl:grid-cols-4 [--largest:min(1rem,7vw)] @4xl:[--largest:1.25rem]";
