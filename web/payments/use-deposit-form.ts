import { useState } from "react";
import { sentenceOfFailure } from "../lib/api-error.ts";
import { useMessages } from "../lib/messages.ts";
import { isOutcomeUnknown } from "../lib/query.ts";
import { toast } from "../lib/toast.ts";
import { uploadWith } from "../lib/upload.ts";
import type { FieldErrors } from "../ui/form.tsx";
import { type PaymentRequest, useRequestDeposit } from "./api.ts";
import { type Deposit, depositErrors, refusalErrors } from "./checks.ts";

/** Validates and sends a deposit. Returns field errors, the upload progress and the failure. */
export function useDepositForm(deposit: Deposit, onRequested: (request: PaymentRequest) => void) {
  const { t } = useMessages();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [progress, setProgress] = useState<number>();
  const mutation = useRequestDeposit((error) => {
    setProgress(undefined);
    setErrors(refusalErrors(error));
    // For an unknown outcome the form shows the message itself, through `failure`.
    if (!isOutcomeUnknown(error)) toast.failure(sentenceOfFailure(error, "wallet.deposit_failed"));
  });
  const submit = () => {
    if (mutation.isPending) return;
    const field_errors = depositErrors(deposit);
    setErrors(field_errors);
    if (Object.keys(field_errors).length > 0) return;
    // Show progress only for a screenshot; a form without a file is sent too fast for it to matter.
    const via = deposit.proof ? { via: uploadWith(setProgress) } : {};
    // Passed to `mutate`, so that it does not run after the form has unmounted.
    mutation.mutate({ form: formOf(deposit), ...via }, { onSuccess: onRequested });
  };
  const failure = isOutcomeUnknown(mutation.error) ? t("wallet.outcome_unknown") : undefined;
  return { errors, failure, progress, isPending: mutation.isPending, submit };
}

function formOf({ amount, method_id, reference, proof }: Deposit): FormData {
  const form = new FormData();
  form.set("amount", String(Number(amount)));
  form.set("payment_method", String(method_id));
  if (reference !== "") form.set("reference", reference);
  if (proof) form.set("proof", proof);
  return form;
}
