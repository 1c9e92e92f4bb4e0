import { formatMoney } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { useUser } from "../lib/session.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog, Dialog } from "../ui/dialog.tsx";
import { FormError, Warning } from "../ui/notice.tsx";
import { ReasonDialog } from "../ui/reason-dialog.tsx";
import { AccountFacts, Decided, Reason } from "./queue-facts.tsx";
import { type DecidedPayment, type QueuedPayment, useDecision } from "./queue.ts";

interface DecisionDialogProps {
  payment: QueuedPayment;
  onClose: () => void;
}

/**
 * Confirms an approval, naming the amount and the player. A withdrawal is paid out before it is
 * approved, so its account is shown.
 */
export function ApproveDialog({ payment, onClose }: DecisionDialogProps) {
  const { t } = useMessages();
  const { approve, isBusy, decided, isAnswerLost } = useDecision(payment, onClose);
  const amount = formatMoney(payment.amount);
  if (decided) {
    return <DecidedDialog payment={decided} isAnswerLost={isAnswerLost} onClose={onClose} />;
  }
  return (
    <ConfirmDialog
      isOpen
      title={t(`admin.payment.approve_${payment.kind}_title`)}
      confirm_label={t("admin.payment.approve_amount", { amount })}
      onConfirm={approve}
      onClose={onClose}
      isBusy={isBusy}
    >
      <div className="grid grid-cols-1 gap-4">
        <p>{t(`admin.payment.approve_${payment.kind}`, namesOf(payment))}</p>
        {payment.kind === "withdrawal" && <AccountFacts payment={payment} />}
        <ApproveWarnings payment={payment} />
      </div>
    </ConfirmDialog>
  );
}

/** What speaks against an approval: nothing to check, an inactive account, a debt. */
function ApproveWarnings({ payment }: { payment: QueuedPayment }) {
  const { t } = useMessages();
  const { is_active, owed } = payment.user;
  const isDebtor = payment.kind === "withdrawal" && owed > 0;
  return (
    <>
      <Warning>
        {hasNothingToCheck(payment) ? t("admin.payment.nothing_to_check") : undefined}
      </Warning>
      <Warning>{is_active ? undefined : t("admin.payment.player_inactive")}</Warning>
      <Warning>
        {isDebtor ? t("admin.payment.player_owes", { amount: formatMoney(owed) }) : undefined}
      </Warning>
    </>
  );
}

export function RejectDialog({ payment, onClose }: DecisionDialogProps) {
  const { t } = useMessages();
  const { reject, isBusy, decided, isAnswerLost } = useDecision(payment, onClose);
  if (decided) {
    return <DecidedDialog payment={decided} isAnswerLost={isAnswerLost} onClose={onClose} />;
  }
  return (
    <ReasonDialog
      title={t(`admin.payment.reject_${payment.kind}_title`)}
      confirm_label={t("admin.payment.reject_amount", { amount: formatMoney(payment.amount) })}
      label={t("admin.payment.reason")}
      onGiven={reject}
      onClose={onClose}
      isBusy={isBusy}
    >
      <p>{t(`admin.payment.reject_${payment.kind}`, namesOf(payment))}</p>
    </ReasonDialog>
  );
}

interface DecidedDialogProps {
  payment: DecidedPayment;
  isAnswerLost: boolean;
  onClose: () => void;
}

/**
 * Shown instead of the confirmation when the request has already been decided. An approval of this
 * dialog whose answer was lost stands, and its withdrawal has been paid, so "do not pay" would
 * mislead. Any other decision means that nothing is to be paid any more.
 */
function DecidedDialog({ payment, isAnswerLost, onClose }: DecidedDialogProps) {
  const { t } = useMessages();
  const isOwn = payment.decided_by?.id === useUser().id;
  const isOwnLost = isOwn && isAnswerLost;
  const outcome = payment.status === "approved" ? "approved" : "rejected";
  const how = isOwnLost ? "answer_lost" : isOwn ? "by_you" : "meanwhile";
  const isPaid = isOwn && outcome === "approved";
  const instruction = isPaid ? "admin.payment.do_not_pay_again" : "admin.payment.do_not_pay";
  const sentence = t(`admin.payment.${outcome}_${how}`);
  return (
    <Dialog
      isOpen
      title={`${t(`admin.payment.${payment.kind}`)}, ${formatMoney(payment.amount)}`}
      onClose={onClose}
      footer={
        <Button isWide onClick={onClose}>
          {t("ui.close")}
        </Button>
      }
    >
      <div className="grid gap-4">
        {isOwnLost ? (
          <Warning>{sentence}</Warning>
        ) : (
          <FormError>
            {payment.kind === "withdrawal" ? `${sentence} ${t(instruction)}` : sentence}
          </FormError>
        )}
        <Decided payment={payment} />
        <Reason payment={payment} />
      </div>
    </Dialog>
  );
}

const namesOf = ({ amount, user }: QueuedPayment) => ({
  amount: formatMoney(amount),
  name: user.full_name,
  phone: user.phone,
});

const hasNothingToCheck = ({ kind, reference, has_proof }: QueuedPayment): boolean =>
  kind === "deposit" && reference === null && !has_proof;
