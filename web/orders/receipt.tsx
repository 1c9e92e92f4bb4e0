import { ROUNDS } from "../../contract/orders/rules.ts";
import { formatDay, formatDayTimeToSecond } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { Amount } from "../ui/amount.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FactLine } from "../ui/facts.tsx";
import { TargetMark } from "../ui/target-mark.tsx";
import type { PlacedOrder } from "./api.ts";
import { mostWin } from "./most-win.ts";
import { OrderStatusBadge } from "./order-status-badge.tsx";
import { orderCode } from "../lib/order-code.ts";
import { PlaysTable } from "./plays-table.tsx";
import { ratedPlaysOf, shownPlaysOf } from "./shown-plays.ts";

interface ReceiptProps {
  order: PlacedOrder;
  house_name: string;
  onClose: () => void;
}

/**
 * The receipt of an order that the server has accepted, with the figures of the response. An order
 * that was placed earlier may have been cancelled since; its receipt says so.
 */
export function Receipt({ order, house_name, onClose }: ReceiptProps) {
  const { t } = useMessages();
  return (
    <Dialog
      isOpen
      title={t("play.receipt")}
      onClose={onClose}
      footer={
        <>
          <ButtonLink kind="secondary" className="flex-1" to={`/app/history?order=${order.id}`}>
            {t("play.see_history")}
          </ButtonLink>
          <Button className="flex-1" onClick={onClose}>
            {t("play.done")}
          </Button>
        </>
      }
    >
      <article className="rounded-card border border-line bg-paper">
        <Head order={order} house_name={house_name} />
        <Perforation />
        <Sums order={order} />
        <Perforation />
        <div className="px-4 pt-3 pb-4">
          <PlaysTable plays={shownPlaysOf(order.numbers)} last="can_win" />
        </div>
      </article>
    </Dialog>
  );
}

function Head({ order, house_name }: Pick<ReceiptProps, "order" | "house_name">) {
  const { t, language } = useMessages();
  const plays = shownPlaysOf(order.numbers);
  const rounds = ROUNDS.filter((round) =>
    plays.some((play) => play.round === round || play.round === "both"),
  );
  return (
    <header className="grid gap-1 px-4 pt-4 pb-3">
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-14 font-semibold">
        <span className="flex items-center gap-2 text-pine">
          <TargetMark size={24} isHit />
          {t("app.name")}
        </span>
        {t("play.code", { code: orderCode(order.id) })}
      </p>
      {order.status === "cancelled" && (
        <p>
          <OrderStatusBadge status="cancelled" />
        </p>
      )}
      <h3 className="mt-2 text-20 font-semibold wrap-anywhere">{house_name}</h3>
      <p className="text-14">
        {[formatDay(order.play_date, language), ...rounds.map((round) => t(`round.${round}`))].join(
          " · ",
        )}
      </p>
    </header>
  );
}

function Sums({ order }: { order: PlacedOrder }) {
  const { t, language } = useMessages();
  return (
    <dl className="grid gap-1 px-4 py-3">
      <FactLine label={t("play.stake")}>
        <Amount value={order.total_amount} size={20} />
      </FactLine>
      <FactLine label={t("play.possible_win")}>
        <Amount value={mostWin(ratedPlaysOf(order.numbers))} />
      </FactLine>
      <FactLine label={t("play.accepted")}>
        <time dateTime={order.created_at} className="text-14">
          {formatDayTimeToSecond(order.created_at, language)}
        </time>
      </FactLine>
    </dl>
  );
}

/** A perforated line, as on a paper ticket. */
const Perforation = () => (
  <div aria-hidden className="relative border-t border-dashed border-edge">
    <span className="absolute -top-2.5 -left-2.5 size-5 rounded-full border border-line bg-card [clip-path:inset(0_0_0_50%)]" />
    <span className="absolute -top-2.5 -right-2.5 size-5 rounded-full border border-line bg-card [clip-path:inset(0_50%_0_0)]" />
  </div>
);
