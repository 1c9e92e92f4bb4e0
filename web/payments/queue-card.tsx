import { ArrowDownToLine, ArrowUpFromLine } from "lucide-react";
import { useId } from "react";
import { formatDayTime, formatMoney } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { Amount } from "../ui/amount.tsx";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { useHandsOnFocus } from "../ui/hands-on-focus.ts";
import { nextRow } from "../ui/next-row.ts";
import { PaymentStatusBadge } from "./payment-status-badge.tsx";
import { ProofThumbnail } from "./proof-thumbnail.tsx";
import { AccountFacts, Decided, DepositFacts, PlayerFacts, Reason } from "./queue-facts.tsx";
import type { QueuedPayment } from "./queue.ts";

interface QueueCardProps {
  payment: QueuedPayment;
  onApprove: () => void;
  onReject: () => void;
}

/** A request with everything an admin needs to decide it; in one row on wide screens. */
export function QueueCard({ payment, onApprove, onReject }: QueueCardProps) {
  const id = useId();
  return (
    <article aria-labelledby={id} className={LAYOUT}>
      <QueueCardHeader payment={payment} id={id} />
      {payment.kind === "deposit" ? (
        <>
          <DepositFacts payment={payment} />
          <Proof payment={payment} />
        </>
      ) : (
        <div className="col-span-full @4xl:col-span-2">
          <AccountFacts payment={payment} />
        </div>
      )}
      <div className={WHOLE_LINE}>
        <PlayerFacts payment={payment} />
      </div>
      <footer className={WHOLE_LINE}>
        {payment.status === "pending" ? (
          <DecisionButtons payment={payment} onApprove={onApprove} onReject={onReject} />
        ) : (
          <Decided payment={payment} />
        )}
      </footer>
      {payment.reason !== null && (
        <div className="col-span-full">
          <Reason payment={payment} />
        </div>
      )}
    </article>
  );
}

/** From 20rem on, the screenshot fits beside the facts; from @4xl on, everything is in one row. */
const LAYOUT =
  "surface grid grid-cols-1 gap-4 p-4 @min-[20rem]:grid-cols-[minmax(0,1fr)_auto] @4xl:grid-cols-[9.5rem_minmax(0,1fr)_6rem_minmax(0,1fr)_8.5rem] @4xl:gap-5";
const WHOLE_LINE = "col-span-full @4xl:col-span-1";

function QueueCardHeader({ payment, id }: { payment: QueuedPayment; id: string }) {
  const { t, language } = useMessages();
  const Icon = payment.kind === "deposit" ? ArrowDownToLine : ArrowUpFromLine;
  return (
    <header
      className={classes(
        "col-span-full flex flex-wrap items-start justify-between gap-x-3 gap-y-1",
        "@4xl:col-span-1 @4xl:flex-col @4xl:flex-nowrap @4xl:justify-start",
      )}
    >
      <h2 id={id} className="grid">
        <span className="flex items-center gap-2 text-14 font-semibold text-quiet">
          <Icon size={18} aria-hidden />
          {t(`admin.payment.${payment.kind}`)}
        </span>
        <Amount value={payment.amount} size="28 in a card" />
        <span className="sr-only">{payment.user.full_name}</span>
      </h2>
      <PaymentStatusBadge status={payment.status} />
      <p className="flex w-full flex-wrap gap-x-3 text-12 text-quiet">
        <span>{formatDayTime(payment.created_at, language)}</span>
        <span>{t("admin.payment.number", { id: String(payment.id) })}</span>
      </p>
    </header>
  );
}

function Proof({ payment }: { payment: QueuedPayment }) {
  const { t } = useMessages();
  if (payment.has_proof) return <ProofThumbnail payment_id={payment.id} />;
  return (
    <p className="grid h-20 w-24 place-items-center rounded-control border border-dashed border-edge p-2 text-center fit-12 text-quiet">
      {t("admin.payment.no_proof")}
    </p>
  );
}

function DecisionButtons({ payment, onApprove, onReject }: QueueCardProps) {
  const { t } = useMessages();
  const names = { amount: formatMoney(payment.amount), name: payment.user.full_name };
  const buttons = useHandsOnFocus<HTMLDivElement>(cardInPlace);
  return (
    <div ref={buttons} className="flex flex-wrap gap-3 *:flex-1 @4xl:flex-col">
      <Button
        kind="secondary"
        aria-label={t("admin.payment.reject_named", names)}
        onClick={onReject}
      >
        {t("admin.payment.reject")}
      </Button>
      <Button aria-label={t("admin.payment.approve_named", names)} onClick={onApprove}>
        {t("admin.payment.approve")}
      </Button>
    </div>
  );
}

/**
 * Targets the card of a request that has been decided, or the one that takes its place; not its
 * buttons, because a key pressed for one request must not concern another.
 */
function cardInPlace(buttons: HTMLElement) {
  const card = buttons.closest("li");
  const findNext = card ? nextRow(card) : undefined;
  return () => (card?.isConnected ? card : findNext?.());
}
