import { type ReactNode, useState } from "react";
import { MAX_DEPOSIT, MIN_DEPOSIT, PROOF_TYPES } from "../../contract/payments/rules.ts";
import { formatMoney, formatRupees } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { ActionBar } from "../ui/action-bar.tsx";
import { AmountField } from "../ui/amount-field.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { TextField } from "../ui/field.tsx";
import { FormError } from "../ui/notice.tsx";
import { type FieldErrors, Form } from "../ui/form.tsx";
import { ImageField } from "../ui/image-field.tsx";
import { Progress } from "../ui/progress.tsx";
import type { PaymentMethod, PaymentRequest } from "./api.ts";
import { type Deposit, parseAmount } from "./checks.ts";
import { MethodChoice } from "./method-choice.tsx";
import { PayPanel } from "./pay-panel.tsx";
import { useDepositChoice } from "./use-deposit-choice.ts";
import { useDepositForm } from "./use-deposit-form.ts";
import { useProof } from "./use-proof.ts";

interface DepositFormProps {
  /** Never empty. */
  methods: readonly PaymentMethod[];
  isDemo: boolean;
  /** The "play money" badge of demo mode. */
  mark: ReactNode;
  onRequested: (request: PaymentRequest) => void;
}

/** Three steps on one page: choose amount and method, pay, and give details of the payment. */
export function DepositForm({ methods, isDemo, mark, onRequested }: DepositFormProps) {
  const { t } = useMessages();
  const { changeChoice, ...choice } = useDepositChoice(methods[0]?.id);
  const [reference, setReference] = useState("");
  const { proof, isShrinking, chooseProof } = useProof();
  const deposit = { ...choice, reference, proof };
  const { errors, failure, progress, isPending, submit } = useDepositForm(deposit, onRequested);
  const method = methods.find(({ id }) => id === deposit.method_id);
  const amount = payableAmount(deposit.amount);
  const part_props = { deposit, errors };
  return (
    <Form
      label={t("wallet.deposit")}
      onSubmit={submit}
      errors={errors}
      className="lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-x-6"
    >
      <AmountAndMethod {...part_props} onChange={changeChoice} methods={methods} mark={mark} />
      {method && (
        <PayPanel
          method={method}
          amount={amount}
          isDemo={isDemo}
          className="lg:col-start-2 lg:row-span-2 lg:row-start-1"
        />
      )}
      <Details {...part_props} onReference={setReference} onProof={chooseProof} />
      <ActionBar isStaticOnDesktop className="grid gap-3 lg:col-span-2">
        <FormError>{failure}</FormError>
        {progress !== undefined && <Progress label={t("wallet.sending")} share={progress} />}
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="flex-[999_1_7rem] text-14 text-quiet">
            {t("wallet.deposit")}
            <strong className="block text-20 text-ink">{formatMoney(amount ?? 0)}</strong>
          </p>
          <Button
            type="submit"
            size="large"
            className="flex-auto"
            isBusy={isPending || isShrinking}
          >
            {isPending ? t("wallet.sending") : t("wallet.send_deposit")}
          </Button>
        </div>
      </ActionBar>
    </Form>
  );
}

const QUICK = [{ amount: 100 }, { amount: 500 }, { amount: 1_000 }, { amount: 5_000 }];

function payableAmount(text: string): number | undefined {
  const amount = parseAmount(text);
  return amount !== undefined && amount >= MIN_DEPOSIT && amount <= MAX_DEPOSIT
    ? amount
    : undefined;
}

interface PartProps {
  deposit: Deposit;
  errors: FieldErrors;
}

interface AmountAndMethodProps extends PartProps {
  onChange: (changes: Partial<Deposit>) => void;
  methods: readonly PaymentMethod[];
  mark: ReactNode;
}

function AmountAndMethod({ deposit, errors, onChange, methods, mark }: AmountAndMethodProps) {
  const { t } = useMessages();
  return (
    <Card title={t("wallet.step_amount")} action={mark}>
      <div className="grid gap-4">
        <AmountField
          label={t("wallet.amount")}
          name="amount"
          quick={QUICK}
          hint={t("wallet.amount_range", {
            min: formatRupees(MIN_DEPOSIT),
            max: formatRupees(MAX_DEPOSIT),
          })}
          value={deposit.amount}
          error={errors["amount"]}
          onChange={(amount) => onChange({ amount })}
        />
        <MethodChoice
          methods={methods}
          value={deposit.method_id}
          error={errors["payment_method"]}
          onChange={(method_id) => onChange({ method_id })}
        />
      </div>
    </Card>
  );
}

interface DetailsProps extends PartProps {
  onReference: (reference: string) => void;
  onProof: (proof: File | undefined) => void;
}

/** What the player gives after paying. */
function Details({ deposit, errors, onReference, onProof }: DetailsProps) {
  const { t } = useMessages();
  return (
    <Card title={t("wallet.step_details")}>
      <div className="grid gap-4">
        <TextField
          label={t("wallet.reference")}
          name="reference"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          isOptional
          hint={t("wallet.reference_hint")}
          value={deposit.reference}
          error={errors["reference"]}
          onChange={({ target }) => onReference(target.value.replace(/\s/g, ""))}
        />
        <ImageField
          label={t("wallet.proof")}
          name="proof"
          types={PROOF_TYPES}
          isOptional
          hint={t("wallet.proof_hint")}
          file={deposit.proof}
          error={errors["proof"]}
          onChange={onProof}
        />
      </div>
    </Card>
  );
}
