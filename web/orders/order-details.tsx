import type { ReactNode } from "react";
import { useHasPassed } from "../lib/clock.ts";
import { formatDay, formatDayTime, formatDayTimeToSecond } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { Amount } from "../ui/amount.tsx";
import { classes } from "../ui/classes.ts";
import { Countdown } from "../ui/countdown.tsx";
import { useHandsOnFocus } from "../ui/hands-on-focus.ts";
import type { Order } from "./api.ts";
import { CancelOrder } from "./cancel-order.tsx";
import { orderCode } from "../lib/order-code.ts";
import { OrderStatusBadge } from "./order-status-badge.tsx";
import { PlaysTable } from "./plays-table.tsx";
import { shownPlaysOf } from "./shown-plays.ts";

interface OrderDetailsProps {
  order: Order;
  house_name: string;
}

/** The details of an order, with a button to cancel it while it is pending. */
export function OrderDetails({ order, house_name }: OrderDetailsProps) {
  const { t, language } = useMessages();
  const hasClosed = useHasPassed(order.closes_at);
  const isPending = order.status === "pending" && !hasClosed;
  return (
    <div className="grid gap-4">
      <dl className="flex flex-wrap gap-x-4 gap-y-3">
        <Fact label={t("history.house")}>{house_name}</Fact>
        <Fact label={t("history.play_date")}>{formatDay(order.play_date, language)}</Fact>
        <Fact label={t("history.total")}>
          <Amount value={order.total_amount} size={20} />
        </Fact>
        <Fact label={t("history.winning")}>
          <span className={classes(order.winning_amount > 0 && "text-credit")}>
            <Amount value={order.winning_amount} size={20} />
          </span>
        </Fact>
        <Fact label={t("history.status")}>
          <OrderStatusBadge status={order.status} />
        </Fact>
        <Fact label={t("history.code")}>{orderCode(order.id)}</Fact>
        <Fact label={t("history.placed")} isWide>
          <time dateTime={order.created_at}>
            {formatDayTimeToSecond(order.created_at, language)}
          </time>
        </Fact>
        {order.cancel_reason !== null && (
          <Fact label={t("history.reason")} isWide>
            {order.cancel_reason}
          </Fact>
        )}
      </dl>
      {isPending && <Cancellation order={order} />}
      <PlaysTable plays={shownPlaysOf(order.numbers)} last="won" />
    </div>
  );
}

/** Until when the order can be cancelled, and the button for it. */
function Cancellation({ order }: { order: Order }) {
  const { t, language } = useMessages();
  const block = useHandsOnFocus<HTMLDivElement>(factsBefore);
  return (
    <div ref={block} className="grid gap-3 rounded-control bg-sunken p-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-14">
        <p>
          {t("history.cancel_until")}
          <strong className="block">{formatDayTime(order.closes_at, language)}</strong>
        </p>
        <Countdown ends_at={order.closes_at} />
      </div>
      <CancelOrder order={order} />
    </div>
  );
}

/** Targets the order's facts, with its new status, once it is cancelled or closed. */
function factsBefore(block: HTMLElement) {
  const facts = block.parentElement?.querySelector("dl");
  return () => facts;
}

interface FactProps {
  label: string;
  children: ReactNode;
  isWide?: boolean;
}

/** Two facts side by side; they wrap when an amount or the text is too large. */
const Fact = ({ label, children, isWide }: FactProps) => (
  <div className={isWide ? "w-full" : "flex-[1_1_max(6.5rem,40%)]"}>
    <dt className="text-12 text-quiet">{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);
