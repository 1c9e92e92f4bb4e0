import { type ReactNode, useState } from "react";
import { type AccountType, MAX_WITHDRAWAL, MIN_WITHDRAWAL } from "../../contract/payments/rules.ts";
import { formatMoney, formatRupees } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { useUser } from "../lib/session.ts";
import { ActionBar } from "../ui/action-bar.tsx";
import { AmountField, type QuickAmount } from "../ui/amount-field.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { type FieldError, Form } from "../ui/form.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { AccountFields } from "./account-fields.tsx";
import { useWithdrawForm } from "./use-withdraw-form.ts";
import { WithdrawConfirm } from "./withdraw-confirm.tsx";

interface WithdrawFormProps {
  /** Never empty. */
  types: readonly AccountType[];
  /** The "play money" badge of demo mode. */
  mark: ReactNode;
  onRequested: () => void;
}

/** The form for a withdrawal. The player confirms the parsed values before they are sent. */
export function WithdrawForm({ types, mark, onRequested }: WithdrawFormProps) {
  const { t } = useMessages();
  const [amount, setAmount] = useState("");
  const [chosen, setChosen] = useState<AccountType>();
  // The chosen type may no longer be offered.
  const type = types.find((offered) => offered === chosen) ?? types[0] ?? "bank";
  const form = useWithdrawForm(type, onRequested);
  return (
    <>
      <Form label={t("wallet.withdraw")} onSubmit={form.check} errors={form.errors}>
        <Card title={t("wallet.withdraw_how_much")} action={mark}>
          <WithdrawAmount value={amount} onChange={setAmount} error={form.errors["amount"]} />
        </Card>
        <Card title={t("wallet.withdraw_where")}>
          <div className="grid gap-4">
            {types.length > 1 && (
              <Segmented
                label={t("wallet.account_type")}
                value={type}
                onChange={setChosen}
                options={types.map((value) => ({ value, label: t(`wallet.account_${value}`) }))}
              />
            )}
            <AccountFields type={type} errors={form.errors} />
          </div>
        </Card>
        <ActionBar isStaticOnDesktop>
          <Button type="submit" size="large" isWide isBusy={form.isPending}>
            {t("wallet.send_withdrawal")}
          </Button>
        </ActionBar>
      </Form>
      <WithdrawConfirm
        withdrawal={form.checked}
        failure={form.failure}
        isBusy={form.isPending}
        onConfirm={form.send}
        onClose={form.closeConfirmation}
      />
    </>
  );
}

interface WithdrawAmountProps {
  value: string;
  onChange: (value: string) => void;
  error: FieldError | undefined;
}

function WithdrawAmount({ value, onChange, error }: WithdrawAmountProps) {
  const { t } = useMessages();
  const { wallet_balance } = useUser();
  const most = Math.min(MAX_WITHDRAWAL, wallet_balance);
  const range = { min: formatRupees(MIN_WITHDRAWAL), max: formatRupees(most) };
  return (
    <div className="grid gap-4">
      <p className="text-14 text-quiet">
        {t("wallet.available")}
        <strong className="block text-20 text-ink">{formatMoney(wallet_balance)}</strong>
      </p>
      <AmountField
        label={t("wallet.amount")}
        name="amount"
        quick={
          most < MIN_WITHDRAWAL
            ? []
            : [
                ...QUICK.filter(({ amount }) => amount < most),
                most < wallet_balance ? { amount: most } : { amount: most, label: t("wallet.all") },
              ]
        }
        hint={
          most < MIN_WITHDRAWAL
            ? t("wallet.too_little", { min: range.min })
            : t("wallet.amount_range", range)
        }
        value={value}
        onChange={onChange}
        error={error}
      />
    </div>
  );
}

const QUICK: readonly QuickAmount[] = [{ amount: 100 }, { amount: 500 }, { amount: 1_000 }];
