import { useQuery } from "@tanstack/react-query";
import { useHouseNames } from "../../lib/house-names.ts";
import type { ApiReply } from "../../lib/client.ts";
import { formatDay } from "../../lib/format.ts";
import { useMessages } from "../../lib/messages.ts";
import { apiQuery } from "../../lib/query.ts";
import { OrderStatusBadge } from "../../orders/order-status-badge.tsx";
import { useCurrentOrders } from "../../orders/use-current-orders.ts";
import { Amount } from "../../ui/amount.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { ListCard } from "./list-card.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";

type Orders = ApiReply<"GET /orders">;

const SHOWN = 5;

/** The player's most recent orders. */
export function RecentPlays() {
  const { t } = useMessages();
  const orders = useQuery(apiQuery("GET /orders", { query: { limit: SHOWN } }));
  const current = useCurrentOrders(orders.data ?? []);
  return (
    <ListCard
      title={t("dashboard.recent_plays")}
      to="/app/history"
      link={t("dashboard.all_plays")}
      query={{ ...orders, data: orders.data && current }}
    >
      {(rows) => (rows.length > 0 ? <PlaysTable orders={rows} /> : <NoPlays />)}
    </ListCard>
  );
}

function PlaysTable({ orders }: { orders: Orders }) {
  const { t, language } = useMessages();
  const houseNameOf = useHouseNames();
  return (
    <Table
      caption={t("dashboard.recent_plays")}
      rows={orders}
      keyOf={(order) => order.id}
      columns={[
        {
          header: t("dashboard.date"),
          corner: "bottom-start",
          cell: (order) => (
            <span className="max-md:text-quiet md:whitespace-nowrap">
              {formatDay(order.play_date, language)}
            </span>
          ),
        },
        {
          header: t("dashboard.house"),
          corner: "top-start",
          cell: (order) => (
            <span className="max-md:font-semibold">{houseNameOf(order.house_name)}</span>
          ),
        },
        {
          header: t("dashboard.amount"),
          corner: "top-end",
          isNumeric: true,
          cell: (order) => <Amount value={order.total_amount} size={14} />,
        },
        {
          header: t("dashboard.status"),
          corner: "bottom-end",
          cell: (order) => <OrderStatusBadge status={order.status} />,
        },
      ]}
    />
  );
}

function NoPlays() {
  const { t } = useMessages();
  return (
    <EmptyState
      title={t("dashboard.no_plays")}
      action={<ButtonLink to="/app/play">{t("nav.play")}</ButtonLink>}
    >
      {t("dashboard.no_plays_hint")}
    </EmptyState>
  );
}
