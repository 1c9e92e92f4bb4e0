import { type ComponentProps, type ReactNode, useState } from "react";
import { MAX_REASON_LENGTH } from "../../contract/rules.ts";
import type { MessageKey } from "../lib/messages.ts";
import { TextAreaField } from "./field.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { textOf } from "./form.tsx";

interface ReasonDialogProps extends Pick<
  ComponentProps<typeof FormDialog>,
  "title" | "confirm_label" | "cancel_label" | "isBusy" | "onClose"
> {
  label: string;
  /** Receives the reason: one line, never empty. */
  onGiven: (reason: string) => void;
  children: ReactNode;
}

/** Asks an admin for the reason of an action; the player will see the reason. */
export function ReasonDialog({ label, onGiven, children, ...dialog }: ReasonDialogProps) {
  const [errors, setErrors] = useState<Record<string, MessageKey>>({});
  const submit = (data: FormData) => {
    const reason = textOf(data, "reason").trim();
    setErrors(reason === "" ? { reason: "error.reason_required" } : {});
    if (reason !== "") onGiven(reason);
  };
  return (
    <FormDialog {...dialog} isOpen isDangerous onSubmit={submit} errors={errors}>
      {children}
      <TextAreaField
        label={label}
        name="reason"
        maxLength={MAX_REASON_LENGTH}
        error={errors["reason"]}
      />
    </FormDialog>
  );
}
