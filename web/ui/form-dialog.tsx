import { type ReactNode, useId } from "react";
import { useMessages } from "../lib/messages.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { type FieldErrors, Form } from "./form.tsx";

interface FormDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** Receives what was typed. */
  onSubmit: (data: FormData) => void;
  submit_label: string;
  /** Where "Cancel" could be taken for what the form does. */
  cancel_label?: string;
  isBusy?: boolean;
  isDangerous?: boolean;
  /** Field → sentence; when it changes, the first field at fault gets the focus. */
  errors?: Readonly<FieldErrors>;
  size?: "normal" | "large";
  children: ReactNode;
}

/** A form in a dialog, its buttons always in view. A tap beside it does not throw it away. */
export function FormDialog(props: FormDialogProps) {
  const { isOpen, onClose, title, onSubmit, submit_label, isBusy, isDangerous } = props;
  const { t } = useMessages();
  const id = useId();
  return (
    <Dialog
      isOpen={isOpen}
      title={title}
      size={props.size}
      keepsOpen
      startsAtField
      onClose={isBusy ? () => undefined : onClose}
      footer={
        <>
          <Button kind="secondary" className="sm:ml-auto" onClick={onClose} disabled={isBusy}>
            {props.cancel_label ?? t("ui.cancel")}
          </Button>
          <Button
            type="submit"
            form={id}
            kind={isDangerous ? "danger" : "primary"}
            className="flex-1 sm:min-w-36 sm:flex-none"
            isBusy={isBusy}
          >
            {submit_label}
          </Button>
        </>
      }
    >
      <Form id={id} onSubmit={onSubmit} errors={props.errors} className="grid-cols-1">
        {props.children}
      </Form>
    </Dialog>
  );
}
