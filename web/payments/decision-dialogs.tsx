import { formatMoney } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog, Dialog } from "../ui/dialog.tsx";
import { FormError, Warning } from "../ui/notice.tsx";
import { ReasonDialog } from "../ui/reason-dialog.tsx";
import { AccountFacts, DecidedAt, Reason } from "./queue-facts.tsx";
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
  const { approve, isBusy, decided } = useDecision(payment, onClose);
  const amount = formatMoney(payment.amount);
  if (decided) return <DecidedDialog payment={decided} onClose={onClose} />;
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
        <Warning>
          {hasNothingToCheck(payment) ? t("admin.payment.nothing_to_check") : undefined}
        </Warning>
      </div>
    </ConfirmDialog>
  );
}

export function RejectDialog({ payment, onClose }: DecisionDialogProps) {
  const { t } = useMessages();
  const { reject, isBusy, decided } = useDecision(payment, onClose);
  if (decided) return <DecidedDialog payment={decided} onClose={onClose} />;
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
  onClose: () => void;
}

/** Shown instead of the confirmation when another admin has already decided the request. */
function DecidedDialog({ payment, onClose }: DecidedDialogProps) {
  const { t } = useMessages();
  const outcome = payment.status === "approved" ? "approved_meanwhile" : "rejected_meanwhile";
  const instruction = payment.kind === "withdrawal" ? ` ${t("admin.payment.do_not_pay")}` : "";
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
        <FormError>{`${t(`admin.payment.${outcome}`)}${instruction}`}</FormError>
        <DecidedAt payment={payment} />
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
