import { Link } from "wouter";
import { formatDay, formatDayTime, formatMoney } from "../lib/format.ts";
import { FROM_LIST } from "../lib/from-list.ts";
import { useHouseNames } from "../lib/house-names.ts";
import { useMessages } from "../lib/messages.ts";
import { Amount } from "../ui/amount.tsx";
import { Table } from "../ui/table.tsx";
import type { PlayersOrder } from "./all-orders.ts";
import { orderCode } from "../lib/order-code.ts";
import { OrderStatusBadge } from "./order-status-badge.tsx";

interface AllOrdersTableProps {
  orders: readonly PlayersOrder[];
  /** The URL of the details of an order. */
  linkTo: (id: number) => string;
}

/** A table of orders with their players. On phones each row becomes a block of two lines. */
export function AllOrdersTable({ orders, linkTo }: AllOrdersTableProps) {
  const { t } = useMessages();
  return (
    <Table
      caption={t("admin.orders")}
      rows={orders}
      keyOf={(order) => order.id}
      columns={[
        {
          header: t("admin.order.player"),
          corner: "top-start",
          cell: (order) => <Player order={order} to={linkTo(order.id)} />,
        },
        {
          header: t("admin.order.house"),
          corner: "bottom-start",
          cell: (order) => <Draw order={order} />,
        },
        {
          header: t("admin.order.total"),
          isNumeric: true,
          corner: "top-end",
          cell: (order) => <Amounts order={order} />,
        },
        {
          header: t("admin.status"),
          corner: "bottom-end",
          cell: (order) => <OrderStatusBadge status={order.status} />,
        },
      ]}
    />
  );
}

function Player({ order, to }: { order: PlayersOrder; to: string }) {
  const { t } = useMessages();
  const { full_name, phone } = order.user;
  return (
    <Link to={to} state={FROM_LIST} className="grid min-h-11 min-w-0 content-center">
      <span className="sr-only">{t("admin.order.details", { code: orderCode(order.id) })}: </span>
      <span className="font-semibold wrap-anywhere underline">{full_name}</span>{" "}
      <span className="text-quiet">{phone}</span>
    </Link>
  );
}

function Draw({ order }: { order: PlayersOrder }) {
  const { t, language } = useMessages();
  const houseNameOf = useHouseNames();
  return (
    <span className="grid min-w-0">
      <span className="wrap-anywhere">
        {houseNameOf(order.house_name)},{" "}
        <span className="whitespace-nowrap">{formatDay(order.play_date, language)}</span>
      </span>
      <span className="text-12 text-quiet">
        {orderCode(order.id)} · <span className="sr-only">{t("admin.order.placed")} </span>
        {formatDayTime(order.created_at, language)}
      </span>
    </span>
  );
}

function Amounts({ order: { total_amount, winning_amount } }: { order: PlayersOrder }) {
  const { t } = useMessages();
  return (
    <span className="grid justify-items-end">
      <Amount value={total_amount} />
      {winning_amount > 0 && (
        <span className="text-12 font-semibold text-credit">
          {t("order.won")} {formatMoney(winning_amount)}
        </span>
      )}
    </span>
  );
}
