import { X } from "lucide-react";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { useMessages } from "../lib/messages.ts";
import { Button, IconButton } from "./button.tsx";
import { classes } from "./classes.ts";
import { focusIfLost } from "./hands-on-focus.ts";
import { Scroller } from "./scroller.tsx";

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons, always in view below the content. */
  footer?: ReactNode;
  size?: "normal" | "large" | undefined;
  /** A tap beside it does nothing: what was typed into it would be lost. */
  keepsOpen?: boolean;
  /** The first field has the focus when it opens, not the cross. */
  startsAtField?: boolean;
}

/**
 * A native modal dialog: a sheet from below on phones, a window in the middle on desktops. Escape,
 * the cross and a tap beside it close it; the focus returns to where it was, or to the page.
 */
export const Dialog = ({ isOpen, ...open }: DialogProps) =>
  isOpen ? <OpenDialog {...open} /> : null;

function OpenDialog(props: Omit<DialogProps, "isOpen">) {
  const { onClose, title, children, footer, size, keepsOpen, startsAtField } = props;
  const { t } = useMessages();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressBeside = useRef(false);
  // Closed before it leaves the page, or the browser would not give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    if (startsAtField) element?.querySelector<HTMLElement>("input, select, textarea")?.focus();
    return () => {
      element?.close();
      // What had the focus may be gone with what was decided, such as the button of a row.
      setTimeout(focusIfLost);
    };
  }, [startsAtField]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      // React passes both on to a dialog around this one.
      onCancel={(event) => {
        event.stopPropagation();
        event.preventDefault();
        onClose();
      }}
      // The second time in a row, Escape and going back do not ask but close it.
      onClose={(event) => {
        event.stopPropagation();
        if (!event.currentTarget.open) event.currentTarget.showModal();
      }}
      // A press that begins within it, to select a text, is no tap beside it wherever it ends.
      onPointerDown={({ target }) => {
        isPressBeside.current = target === dialog.current;
      }}
      onClick={({ target }) => {
        if (!keepsOpen && isPressBeside.current && target === dialog.current) onClose();
      }}
      className={classes(
        "m-0 mt-auto w-full max-w-none overflow-visible bg-transparent text-ink",
        "backdrop:bg-scrim sm:m-auto",
        size === "large" ? "sm:max-w-180" : "sm:max-w-112",
      )}
    >
      <div
        className={classes(
          "flex max-h-[88dvh] animate-rise flex-col rounded-t-card bg-card shadow-card",
          "pb-[env(safe-area-inset-bottom)] sm:rounded-card sm:pb-0",
        )}
      >
        <div className="flex items-start justify-between gap-2 py-2 pr-2 pl-4">
          <h2
            id={id}
            className="min-w-0 py-2 text-[length:min(1.25rem,8vw)] leading-[1.4] font-semibold"
          >
            {title}
          </h2>
          <IconButton label={t("ui.close")} onClick={onClose}>
            <X size={20} aria-hidden />
          </IconButton>
        </div>
        <Scroller className="min-h-0 flex-1 px-4 pb-4">{children}</Scroller>
        {footer && <div className="flex flex-wrap gap-3 border-t border-line p-4">{footer}</div>}
      </div>
    </dialog>
  );
}

interface ConfirmDialogProps extends Omit<DialogProps, "footer"> {
  confirm_label: string;
  /** Where "Cancel" could be taken for the question itself. */
  cancel_label?: string;
  onConfirm?: () => void;
  /** The id of the form that it submits in place of that. */
  form?: string;
  isBusy?: boolean;
  isDangerous?: boolean;
}

/** Asks before something that cannot be taken back. It stays open while the answer is under way. */
export function ConfirmDialog({ confirm_label, cancel_label, ...props }: ConfirmDialogProps) {
  const { t } = useMessages();
  const { onConfirm, form, isBusy, isDangerous, onClose, ...dialog } = props;
  return (
    <Dialog
      {...dialog}
      onClose={isBusy ? () => undefined : onClose}
      footer={
        <>
          <Button kind="secondary" className="sm:ml-auto" onClick={onClose} disabled={isBusy}>
            {cancel_label ?? t("ui.cancel")}
          </Button>
          <Button
            type={form === undefined ? "button" : "submit"}
            form={form}
            kind={isDangerous ? "danger" : "primary"}
            className="flex-1 sm:min-w-36 sm:flex-none"
            isBusy={isBusy}
            onClick={onConfirm}
          >
            {confirm_label}
          </Button>
        </>
      }
    />
  );
}
