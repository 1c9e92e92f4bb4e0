import { parseRupees, toRupees } from "../../contract/money.ts";
import { formatCount, formatMoney, formatPercent } from "../lib/format.ts";
import { useHouseNames } from "../lib/house-names.ts";
import { useMessages } from "../lib/messages.ts";
import { Amount } from "../ui/amount.tsx";
import { Bars, ShareBar } from "../ui/bars.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";
import type { HouseRevenue } from "./api.ts";
import { shareOf } from "./insights.ts";

interface HousesProps {
  houses: readonly HouseRevenue[];
  /** The revenue of all houses, in rupees. */
  total: number;
}

/** The revenue of each house as a bar chart and as a table. */
export function HousesCard({ houses, total }: HousesProps) {
  const { t } = useMessages();
  const houseNameOf = useHouseNames();
  const title = t("admin.overview.by_house");
  if (houses.length === 0) {
    return (
      <Card title={title}>
        <EmptyState title={t("admin.overview.no_data")}>
          {t("admin.overview.no_data_hint")}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card isFlush title={title}>
      <div className="px-4 pb-4">
        <Bars
          label={title}
          bars={houses.map(({ house_id, house, revenue }) => ({
            key: house_id,
            name: houseNameOf(house),
            value: revenue,
            text: formatMoney(revenue),
          }))}
        />
      </div>
      <div className="border-t border-line">
        <HousesTable houses={houses} total={total} />
      </div>
    </Card>
  );
}

function HousesTable({ houses, total }: HousesProps) {
  const { t } = useMessages();
  const houseNameOf = useHouseNames();
  return (
    <Table
      caption={t("admin.overview.by_house")}
      rows={houses}
      keyOf={({ house_id }) => house_id}
      columns={[
        {
          header: t("admin.figures.house"),
          cell: ({ house }) => <span className="font-semibold">{houseNameOf(house)}</span>,
        },
        {
          header: t("admin.figures.revenue"),
          isNumeric: true,
          cell: ({ revenue }) => <Amount value={revenue} size={14} />,
        },
        {
          header: t("admin.figures.orders"),
          isNumeric: true,
          cell: ({ orders }) => formatCount(orders),
        },
        {
          header: t("admin.analytics.average"),
          isNumeric: true,
          cell: (house) => <Amount value={averageOrder(house)} size={14} />,
        },
        {
          header: t("admin.analytics.share"),
          isNumeric: true,
          cell: ({ revenue }) => <Share share={shareOf(revenue, total)} />,
        },
      ]}
    />
  );
}

const Share = ({ share }: { share: number }) => (
  <span className="inline-flex max-w-full items-center gap-2">
    <span className="w-24 min-w-4">
      <ShareBar share={share} />
    </span>
    <span className="w-14 text-right font-semibold">{formatPercent(share)}</span>
  </span>
);

/** Rounded to the paisa; 0 when all orders of the house were cancelled. */
const averageOrder = ({ revenue, orders }: HouseRevenue): number =>
  orders === 0 ? 0 : toRupees(Math.round((parseRupees(revenue) ?? 0) / orders));
