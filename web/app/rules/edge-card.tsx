import { BET_TYPES, type BetType, shareReturned } from "../../../contract/orders/rules.ts";
import { formatRupees } from "../../lib/format.ts";
import { useMessages } from "../../lib/messages.ts";
import { Card } from "../../ui/card.tsx";
import { Table } from "../../ui/table.tsx";

const STAKED = 100;

const returned = (type: BetType): number => Math.round(shareReturned(type) * STAKED * 100) / 100;

/** The average cost of playing, stated plainly in rupees. */
export function EdgeCard() {
  const { t } = useMessages();
  return (
    <Card title={t("rules.edge")} isFlush>
      <p className="px-4 pb-2">{t("rules.edge_lead", { staked: formatRupees(STAKED) })}</p>
      <Table
        caption={t("rules.edge")}
        rows={BET_TYPES}
        keyOf={(type) => type}
        columns={[
          {
            header: t("rules.play"),
            cell: (type) => <span className="font-semibold">{t(`bet.${type}`)}</span>,
          },
          {
            header: t("rules.comes_back"),
            isNumeric: true,
            cell: (type) => formatRupees(returned(type)),
          },
          {
            header: t("rules.operator_keeps"),
            isNumeric: true,
            cell: (type) => (
              <span className="font-semibold">{formatRupees(STAKED - returned(type))}</span>
            ),
          },
        ]}
      />
      <p className="border-t border-line p-4 text-14 text-quiet">{t("rules.edge_note")}</p>
    </Card>
  );
}
