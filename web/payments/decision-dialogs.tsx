import { useState } from "react";
import { formatMoney } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { TextAreaField } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { textOf } from "../ui/form.tsx";
import { Warning } from "../ui/warning.tsx";
import { AccountFacts } from "./queue-facts.tsx";
import { type QueuedPayment, useDecision } from "./queue.ts";

interface DecisionDialogProps {
  payment: QueuedPayment;
  onClose: () => void;
}

/** Asks once more, naming amount and player; a withdrawal is paid first. */
export function ApproveDialog({ payment, onClose }: DecisionDialogProps) {
  const { t } = useMessages();
  const { approve, isBusy } = useDecision(payment, onClose);
  const amount = formatMoney(payment.amount);
  return (
    <ConfirmDialog
      isOpen
      title={t(`admin.payment.approve_${payment.kind}_title`)}
      confirm_label={t("admin.payment.approve_amount", { amount })}
      onConfirm={approve}
      onClose={onClose}
      isBusy={isBusy}
    >
      <div className="grid gap-4">
        <p>{t(`admin.payment.approve_${payment.kind}`, namesOf(payment))}</p>
        {payment.kind === "withdrawal" && <AccountFacts payment={payment} />}
        <Warning>
          {hasNothingToCheck(payment) ? t("admin.payment.nothing_to_check") : undefined}
        </Warning>
      </div>
    </ConfirmDialog>
  );
}

const MOST_REASON = 300;

/** Asks for the reason, which the player reads. */
export function RejectDialog({ payment, onClose }: DecisionDialogProps) {
  const { t } = useMessages();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { reject, isBusy } = useDecision(payment, onClose);
  const submit = (data: FormData) => {
    const reason = textOf(data, "reason").trim();
    setErrors(reason === "" ? { reason: t("error.reason_required") } : {});
    if (reason !== "") reject(reason);
  };
  return (
    <FormDialog
      isOpen
      title={t(`admin.payment.reject_${payment.kind}_title`)}
      submit_label={t("admin.payment.reject_amount", { amount: formatMoney(payment.amount) })}
      onSubmit={submit}
      onClose={onClose}
      isBusy={isBusy}
      isDangerous
      errors={errors}
    >
      <p>{t(`admin.payment.reject_${payment.kind}`, namesOf(payment))}</p>
      <TextAreaField
        label={t("admin.payment.reason")}
        name="reason"
        maxLength={MOST_REASON}
        error={errors["reason"]}
      />
    </FormDialog>
  );
}

const namesOf = ({ amount, user }: QueuedPayment) => ({
  amount: formatMoney(amount),
  name: user.full_name,
  phone: user.phone,
});

const hasNothingToCheck = ({ kind, reference, has_proof }: QueuedPayment): boolean =>
  kind === "deposit" && reference === null && !has_proof;
