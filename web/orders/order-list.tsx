import { Link } from "wouter";
import { formatDay, formatMoney } from "../lib/format.ts";
import { FROM_LIST } from "../lib/from-list.ts";
import { useMessages } from "../lib/messages.ts";
import { Amount } from "../ui/amount.tsx";
import { classes } from "../ui/classes.ts";
import type { Order } from "./api.ts";
import { orderCode } from "../lib/order-code.ts";
import { OrderStatusBadge } from "./order-status-badge.tsx";

interface OrderListProps {
  orders: readonly Order[];
  houseNameOf: (name: string) => string;
  shown_id: number | undefined;
  /** The URL of the details of an order. */
  linkTo: (id: number) => string;
}

/** A list of orders; each row links to its details. */
export function OrderList({ orders, houseNameOf, shown_id, linkTo }: OrderListProps) {
  const { t } = useMessages();
  return (
    <ul aria-label={t("history.orders")}>
      {orders.map((order) => (
        <li key={order.id} className="border-b border-line last:border-b-0">
          <OrderLink
            order={order}
            house_name={houseNameOf(order.house_name)}
            isShown={order.id === shown_id}
            to={linkTo(order.id)}
          />
        </li>
      ))}
    </ul>
  );
}

interface OrderLinkProps {
  order: Order;
  house_name: string;
  isShown: boolean;
  to: string;
}

function OrderLink({ order, house_name, isShown, to }: OrderLinkProps) {
  const { t, language } = useMessages();
  return (
    <Link
      to={to}
      state={FROM_LIST}
      aria-current={isShown || undefined}
      className={classes(
        "grid gap-y-1 px-4 py-3 -outline-offset-2 transition-colors",
        isShown ? "bg-pine-soft" : "hover:bg-sunken",
      )}
    >
      <span className={LINE}>
        <span className="max-w-full flex-[1_1_55%] font-semibold">{house_name}</span>
        <span className="ml-auto">
          <Amount value={order.total_amount} />
        </span>
      </span>
      <span className={LINE}>
        <span className="flex-[1_1_55%] text-14 text-quiet">
          {formatDay(order.play_date, language)} · {orderCode(order.id)}
        </span>
        <span className="ml-auto">
          <OrderStatusBadge status={order.status} />
        </span>
      </span>
      {order.winning_amount > 0 && (
        <span className="text-14 font-semibold text-credit">
          {t("history.won", { amount: formatMoney(order.winning_amount) })}
        </span>
      )}
    </Link>
  );
}

/** Two items side by side; with large text the second wraps onto a line of its own. */
const LINE = "flex min-w-0 flex-wrap items-center gap-x-3";
