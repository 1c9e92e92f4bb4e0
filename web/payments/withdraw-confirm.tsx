import { formatMoney } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { Amount } from "../ui/amount.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { FormError } from "../ui/notice.tsx";
import { parseAmount } from "./checks.ts";
import type { CheckedWithdrawal } from "./use-withdraw-form.ts";

interface WithdrawConfirmProps {
  /** The withdrawal to confirm; the dialog is closed when it is undefined. */
  withdrawal: CheckedWithdrawal | undefined;
  /** The message for an unknown outcome: the amount may already have left the wallet. */
  failure: string | undefined;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Shows the full account before sending: money paid to a wrong account does not come back. */
export function WithdrawConfirm({ withdrawal, failure, ...question }: WithdrawConfirmProps) {
  const { t } = useMessages();
  const amount = parseAmount(withdrawal?.amount ?? "") ?? 0;
  return (
    <ConfirmDialog
      isOpen={withdrawal !== undefined}
      title={t("wallet.confirm_withdrawal")}
      confirm_label={t("wallet.confirm_send", { amount: formatMoney(amount) })}
      {...question}
    >
      {withdrawal && (
        <div className="grid gap-4">
          <Amount value={amount} size={28} />
          <dl className="grid gap-2 text-14">
            {linesOf(withdrawal).map(({ label, text }) => (
              <div key={label} className="flex flex-wrap justify-between gap-x-4">
                <dt className="text-quiet">{t(label)}</dt>
                <dd className="font-semibold wrap-anywhere">{text}</dd>
              </div>
            ))}
          </dl>
          <FormError>{failure}</FormError>
          {failure === undefined && (
            <p className="text-14 text-quiet">
              {t("wallet.withdrawal_held", { left: formatMoney(withdrawal.left) })}
            </p>
          )}
        </div>
      )}
    </ConfirmDialog>
  );
}

const linesOf = ({ account_type, ...account }: CheckedWithdrawal) =>
  account_type === "upi"
    ? [{ label: "wallet.upi_id" as const, text: account.upi_id }]
    : [
        { label: "wallet.account_name" as const, text: account.account_name },
        { label: "wallet.account_number" as const, text: account.account_number },
        { label: "wallet.ifsc_code" as const, text: account.ifsc_code },
      ];
