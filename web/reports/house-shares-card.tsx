import { formatMoney } from "../lib/format.ts";
import { useHouseNames } from "../lib/house-names.ts";
import { useMessages } from "../lib/messages.ts";
import { Card } from "../ui/card.tsx";
import { PieChart } from "../ui/pie-chart.tsx";
import { EmptyState } from "../ui/states.tsx";
import type { HouseRevenue } from "./api.ts";

/** The share of each house in the revenue. */
export function HouseSharesCard({ houses }: { houses: readonly HouseRevenue[] }) {
  const { t } = useMessages();
  const houseNameOf = useHouseNames();
  const title = t("admin.overview.by_house");
  return (
    <Card title={title}>
      {houses.every(({ revenue }) => revenue === 0) ? (
        <EmptyState title={t("admin.overview.no_data")}>
          {t("admin.overview.no_data_hint")}
        </EmptyState>
      ) : (
        <PieChart
          label={title}
          slices={houses.map(({ house_id, house, revenue }) => ({
            key: house_id,
            name: houseNameOf(house),
            value: revenue,
            detail: formatMoney(revenue),
          }))}
        />
      )}
    </Card>
  );
}
