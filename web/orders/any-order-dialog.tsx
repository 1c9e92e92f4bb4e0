import { useState } from "react";
import { formatDay, formatDayTimeToSecond, formatMoney } from "../lib/format.ts";
import { useHouseNames } from "../lib/house-names.ts";
import { useMessages } from "../lib/messages.ts";
import { Amount } from "../ui/amount.tsx";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Fact, Facts } from "../ui/facts.tsx";
import { ReasonDialog } from "../ui/reason-dialog.tsx";
import { Loaded } from "../ui/states.tsx";
import { isVoidable, type PlayersOrder, useAnyOrder, useVoiding } from "./all-orders.ts";
import { orderCode } from "../lib/order-code.ts";
import { OrderStatusBadge } from "./order-status-badge.tsx";
import { PlaysTable } from "./plays-table.tsx";
import { shownPlaysOf } from "./shown-plays.ts";

interface AnyOrderDialogProps {
  order_id: number;
  /** The same order from the list, shown until the response arrives. */
  listed: PlayersOrder | undefined;
  onClose: () => void;
}

/** The details of any player's order, with a button to void it while that may be possible. */
export function AnyOrderDialog({ order_id, listed, onClose }: AnyOrderDialogProps) {
  const { t } = useMessages();
  const order = useAnyOrder(order_id, listed);
  const [isVoiding, setVoiding] = useState(false);
  if (isVoiding && order.data) return <VoidDialog order={order.data} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      title={t("admin.order.details", { code: orderCode(order_id) })}
      onClose={onClose}
      footer={
        order.data &&
        isVoidable(order.data) && (
          <Button kind="secondary" isWide onClick={() => setVoiding(true)}>
            {t("admin.order.void")}
          </Button>
        )
      }
    >
      <Loaded query={order}>{(loaded) => <Details order={loaded} />}</Loaded>
    </Dialog>
  );
}

function Details({ order }: { order: PlayersOrder }) {
  const { t, language } = useMessages();
  const houseNameOf = useHouseNames();
  const { user, winning_amount, created_at, cancel_reason } = order;
  return (
    <div className="@container grid gap-4">
      <Facts columns="grid-cols-1 @min-[19rem]:grid-cols-[minmax(min-content,4fr)_minmax(0,5fr)]">
        <Fact label={t("admin.order.player")}>
          <span className="font-semibold">{user.full_name}</span>
        </Fact>
        <Fact
          label={t("admin.order.phone")}
          copy={{ text: user.phone, label: t("admin.order.copy_phone") }}
        >
          <span className="text-[length:min(1rem,8vw)]">{user.phone}</span>
        </Fact>
        <Fact label={t("admin.order.house")}>{houseNameOf(order.house_name)}</Fact>
        <Fact label={t("admin.order.play_date")}>{formatDay(order.play_date, language)}</Fact>
        <Fact label={t("admin.order.total")}>
          <Amount value={order.total_amount} size={20} />
        </Fact>
        <Fact label={t("admin.order.won")}>
          <span className={classes(winning_amount > 0 && "text-credit")}>
            <Amount value={winning_amount} size={20} />
          </span>
        </Fact>
        <Fact label={t("admin.status")}>
          <OrderStatusBadge status={order.status} />
        </Fact>
        <Fact label={t("admin.order.placed")}>
          <time dateTime={created_at}>{formatDayTimeToSecond(created_at, language)}</time>
        </Fact>
        {cancel_reason !== null && (
          <Fact label={t("admin.order.reason")} isWide>
            {cancel_reason}
          </Fact>
        )}
      </Facts>
      <PlaysTable plays={shownPlaysOf(order.numbers)} last="won" />
    </div>
  );
}

function VoidDialog({ order, onClose }: { order: PlayersOrder; onClose: () => void }) {
  const { t } = useMessages();
  const { voidOrder, isBusy } = useVoiding(order, onClose);
  const amount = formatMoney(order.total_amount);
  const { full_name: name, phone } = order.user;
  return (
    <ReasonDialog
      title={t("admin.order.void_title", { code: orderCode(order.id) })}
      confirm_label={t("admin.order.void_amount", { amount })}
      cancel_label={t("admin.order.keep")}
      label={t("admin.order.reason")}
      onGiven={voidOrder}
      onClose={onClose}
      isBusy={isBusy}
    >
      <p>{t("admin.order.void_text", { amount, name, phone })}</p>
    </ReasonDialog>
  );
}
