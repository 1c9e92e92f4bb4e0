import { type ComponentProps, useId } from "react";
import { ConfirmDialog } from "./dialog.tsx";
import { type FieldErrors, Form } from "./form.tsx";

interface FormDialogProps extends Omit<
  ComponentProps<typeof ConfirmDialog>,
  "form" | "onConfirm" | "keepsOpen" | "startsAtField"
> {
  /** Receives the form's data. */
  onSubmit: (data: FormData) => void;
  /** When they change, the first invalid field gets the focus. */
  errors?: Readonly<FieldErrors>;
}

/** A form in a dialog; its buttons are always visible, and a tap on the backdrop is ignored. */
export function FormDialog({ onSubmit, errors, children, ...dialog }: FormDialogProps) {
  const id = useId();
  return (
    <ConfirmDialog {...dialog} form={id} keepsOpen startsAtField>
      <Form id={id} onSubmit={onSubmit} errors={errors} className="grid-cols-1">
        {children}
      </Form>
    </ConfirmDialog>
  );
}
