import { useState } from "react";
import { sentenceOfFailure } from "../lib/api-error.ts";
import { useMessages } from "../lib/messages.ts";
import { isUnknown } from "../lib/query.ts";
import { toast } from "../lib/toast.ts";
import { uploadWith } from "../lib/upload.ts";
import type { FieldErrors } from "../ui/form.tsx";
import { type PaymentRequest, useAskDeposit } from "./api.ts";
import { type Deposit, depositErrors, refusalErrors } from "./checks.ts";

/** Checks and sends a deposit, and says what is at fault, how far it is, and how it went. */
export function useDepositForm(deposit: Deposit, onAsked: (request: PaymentRequest) => void) {
  const { t } = useMessages();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [progress, setProgress] = useState<number>();
  const ask = useAskDeposit((error) => {
    setProgress(undefined);
    setErrors(refusalErrors(error));
    // The form itself tells of an unknown outcome.
    if (!isUnknown(error)) toast.failure(sentenceOfFailure(error, "wallet.deposit_failed"));
  });
  const submit = () => {
    if (ask.isPending) return;
    const found = depositErrors(deposit);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    // Only a picture takes long enough for its progress to mean anything.
    const via = deposit.proof ? { via: uploadWith(setProgress) } : {};
    // Who has left the form meanwhile is not led back.
    ask.mutate({ form: formOf(deposit), ...via }, { onSuccess: onAsked });
  };
  const failure = isUnknown(ask.error) ? t("wallet.outcome_unknown") : undefined;
  return { errors, failure, progress, isPending: ask.isPending, submit };
}

function formOf({ amount, method_id, reference, proof }: Deposit): FormData {
  const form = new FormData();
  form.set("amount", String(Number(amount)));
  form.set("payment_method", String(method_id));
  if (reference !== "") form.set("reference", reference);
  if (proof) form.set("proof", proof);
  return form;
}
