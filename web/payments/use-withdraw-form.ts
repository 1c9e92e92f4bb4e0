import { useState } from "react";
import { sumRupees } from "../../contract/money.ts";
import type { AccountType } from "../../contract/payments/rules.ts";
import { sentenceOfFailure } from "../lib/api-error.ts";
import { isUnresolved } from "../lib/call.ts";
import { useMessages } from "../lib/messages.ts";
import { isOutcomeUnknown } from "../lib/query.ts";
import { useUser } from "../lib/session.ts";
import { toast } from "../lib/toast.ts";
import { type FieldErrors, textOf } from "../ui/form.tsx";
import { useRequestWithdrawal } from "./api.ts";
import { parseAmount, refusalErrors, type Withdrawal, withdrawalErrors } from "./checks.ts";

/**
 * The withdrawal to confirm. `left` is the balance after it, computed once, because
 * `wallet_balance` changes as soon as the amount has left the wallet.
 */
export interface CheckedWithdrawal extends Withdrawal {
  left: number;
}

/**
 * Validates a withdrawal, keeps the valid values until the player confirms them, and sends them.
 */
export function useWithdrawForm(account_type: AccountType, onRequested: () => void) {
  const { t } = useMessages();
  const { id, wallet_balance } = useUser();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [checked, setChecked] = useState<CheckedWithdrawal>();
  const mutation = useRequestWithdrawal((error) => {
    // The dialog stays open: sending the same request again is safe, although the amount may
    // already have left the wallet.
    if (isOutcomeUnknown(error)) return;
    setChecked(undefined);
    setErrors(refusalErrors(error));
    toast.failure(sentenceOfFailure(error, "wallet.withdrawal_failed"));
  });
  const isUnresolvedWithdrawal = (values: Withdrawal) =>
    isUnresolved("POST /wallet/withdraw", { body: bodyOf(values) }, id);
  const check = (data: FormData) => {
    const values = readWithdrawal(data, account_type);
    // If the amount may have left the wallet already, only the server can tell what is left.
    const isSent = isUnresolvedWithdrawal(values);
    const field_errors = withdrawalErrors(values, isSent ? Infinity : wallet_balance);
    setErrors(field_errors);
    if (Object.keys(field_errors).length > 0) return;
    setChecked({ ...values, left: sumRupees(wallet_balance, -(parseAmount(values.amount) ?? 0)) });
  };
  const send = () => {
    if (!checked || mutation.isPending) return;
    const onError = (error: Error) => {
      // The dialog may have been closed while there was no answer.
      if (isOutcomeUnknown(error)) setChecked(checked);
    };
    mutation.mutate({ body: bodyOf(checked) }, { onSuccess: onRequested, onError });
  };
  const isUnknown = !mutation.isPending && checked !== undefined && isUnresolvedWithdrawal(checked);
  const failure = isUnknown ? t("wallet.outcome_unknown") : undefined;
  const closeConfirmation = () => setChecked(undefined);
  return {
    errors,
    failure,
    checked,
    isPending: mutation.isPending,
    check,
    send,
    closeConfirmation,
  };
}

/** Removes the spaces with which banks print account numbers. */
function readWithdrawal(data: FormData, account_type: AccountType): Withdrawal {
  const field = (name: string) => textOf(data, name).trim();
  return {
    amount: field("amount"),
    account_type,
    account_name: field("account_name"),
    account_number: field("account_number").replace(/\s/g, ""),
    ifsc_code: field("ifsc_code").replace(/\s/g, "").toUpperCase(),
    upi_id: field("upi_id"),
  };
}

function bodyOf({ amount, account_type, upi_id, ...bank }: Withdrawal) {
  const account_details =
    account_type === "upi"
      ? { account_type, upi_id }
      : {
          account_type,
          account_name: bank.account_name,
          account_number: bank.account_number,
          ifsc_code: bank.ifsc_code,
        };
  return { amount: parseAmount(amount) ?? 0, account_details };
}
