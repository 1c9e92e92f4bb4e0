import { useState } from "react";
import {
  formatCount,
  formatDay,
  formatMoney,
  formatRupees,
  formatShortDay,
} from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { Amount } from "../ui/amount.tsx";
import { Card } from "../ui/card.tsx";
import { Fact, Facts } from "../ui/facts.tsx";
import { LineChart } from "../ui/line-chart.tsx";
import { EmptyState } from "../ui/states.tsx";
import { DaysTable } from "./days-table.tsx";
import type { DayRevenue, Revenue } from "./api.ts";

interface RevenueCardProps {
  title: string;
  revenue: Revenue;
}

/** The revenue of each day as a line chart, the figures of one day, and all days as a table. */
export function RevenueCard({ title, revenue: { daily_revenue, total_orders } }: RevenueCardProps) {
  const { t } = useMessages();
  return (
    <Card title={title}>
      {total_orders === 0 ? (
        <EmptyState title={t("admin.overview.no_revenue")}>
          {t("admin.overview.no_revenue_hint")}
        </EmptyState>
      ) : (
        <div className="@container grid gap-4">
          <DaysChart days={daily_revenue} />
          <details className="text-14">
            <summary className="py-3 font-semibold text-pine">
              {t("admin.figures.as_table")}
            </summary>
            <div className="-mx-4">
              <DaysTable caption={title} days={daily_revenue} />
            </div>
          </details>
        </div>
      )}
    </Card>
  );
}

/**
 * Shows the last day, or the one chosen on the chart. Revenue has its own line, to fit any amount.
 */
function DaysChart({ days }: { days: readonly DayRevenue[] }) {
  const { t, language } = useMessages();
  const [date, setDate] = useState<string>();
  const found = days.findIndex((day) => day.date === date);
  const chosen = found === -1 ? days.length - 1 : found;
  const day = days[chosen];
  return (
    <>
      {day && (
        <Facts columns="grid-cols-1 @min-[17rem]:grid-cols-2 @md:grid-cols-3">
          <Fact label={formatDay(day.date, language)} isWide>
            <Amount value={day.revenue} size={20} />
          </Fact>
          <Fact label={t("admin.figures.orders")}>{formatCount(day.orders)}</Fact>
          <Fact label={t("admin.figures.winnings")}>{money(day.winnings)}</Fact>
          <Fact label={t("admin.figures.net")}>{money(day.net)}</Fact>
        </Facts>
      )}
      <LineChart
        label={t("admin.figures.choose_day")}
        points={days.map((one) => ({
          label: formatShortDay(one.date, language),
          value: one.revenue,
        }))}
        format={formatRupees}
        chosen={chosen}
        onChoose={(at) => setDate(days[at]?.date)}
      />
    </>
  );
}

const money = (amount: number) => (
  <span className="text-[length:min(1rem,7vw)] whitespace-nowrap">{formatMoney(amount)}</span>
);
