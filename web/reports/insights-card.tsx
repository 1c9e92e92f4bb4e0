import { Minus, TrendingDown, TrendingUp } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount, formatDay, formatMoney, formatPercent } from "../lib/format.ts";
import { useHouseNames } from "../lib/house-names.ts";
import { useMessages } from "../lib/messages.ts";
import { Card } from "../ui/card.tsx";
import { Fact, Facts } from "../ui/facts.tsx";
import type { Revenue } from "./api.ts";
import { insightsOf, type Trend } from "./insights.ts";

/** The insights of a period at a glance. */
export function InsightsCard({ revenue }: { revenue: Revenue }) {
  const { t, language } = useMessages();
  const houseNameOf = useHouseNames();
  const { peak, average_orders, top, trend } = insightsOf(revenue);
  return (
    <Card title={t("admin.analytics.insights")}>
      <Facts columns="grid-cols-1 sm:grid-cols-2 lg:grid-cols-1">
        <Fact label={t("admin.analytics.peak")}>
          {peak ? (
            <Insight main={formatDay(peak.date, language)} note={formatMoney(peak.revenue)} />
          ) : (
            <NoInsight />
          )}
        </Fact>
        <Fact label={t("admin.analytics.average_orders")}>
          <span className="font-semibold">{formatCount(average_orders)}</span>
        </Fact>
        <Fact label={t("admin.analytics.top_house")}>
          {top ? (
            <Insight
              main={houseNameOf(top.house.house)}
              note={t("admin.analytics.share_of", { share: formatPercent(top.share) })}
            />
          ) : (
            <NoInsight />
          )}
        </Fact>
        <Fact label={t("admin.analytics.trend")}>
          <TrendText trend={trend} />
        </Fact>
      </Facts>
    </Card>
  );
}

function Insight({ main, note }: { main: ReactNode; note: ReactNode }) {
  return (
    <>
      <span className="font-semibold">{main}</span>
      <span className="block text-14 text-quiet">{note}</span>
    </>
  );
}

function NoInsight() {
  const { t } = useMessages();
  return <span className="text-14 text-quiet">{t("admin.overview.no_data")}</span>;
}

function TrendText({ trend }: { trend: Trend }) {
  const { t } = useMessages();
  if (trend.kind === "too_short" || trend.kind === "nothing_before") {
    return <span className="text-14 text-quiet">{t(`admin.analytics.trend_${trend.kind}`)}</span>;
  }
  const { icon: Icon, colour } = LOOKS[trend.kind];
  return (
    <Insight
      main={
        <span className={`inline-flex items-center gap-1.5 ${colour}`}>
          <Icon size={18} aria-hidden />
          {t(`admin.analytics.trend_${trend.kind}`, { percent: formatPercent(trend.share) })}
        </span>
      }
      note={t("admin.analytics.trend_note")}
    />
  );
}

const LOOKS = {
  up: { icon: TrendingUp, colour: "text-credit" },
  down: { icon: TrendingDown, colour: "text-debit" },
  same: { icon: Minus, colour: "text-ink" },
};
