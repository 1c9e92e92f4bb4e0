import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useMessages } from "../lib/messages.ts";
import { addDialog } from "../lib/toast.ts";
import { Button, IconButton } from "./button.tsx";
import { classes } from "./classes.ts";
import { focusIfLost } from "./hands-on-focus.ts";
import { Scroller } from "./scroller.tsx";
import { Toasts } from "./toasts.tsx";

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons below the scrolling content, always visible. */
  footer?: ReactNode;
  size?: "normal" | "large" | undefined;
  /** Ignores taps on the backdrop, so that typed text is not lost. */
  keepsOpen?: boolean;
  /** Focuses the first field when it opens, not the close button. */
  startsAtField?: boolean;
}

/**
 * A native modal dialog: a bottom sheet on phones, centred on desktops. Escape, the close button
 * and a tap on the backdrop close it. The focus returns to the element that had it, or to the page.
 */
export const Dialog = ({ isOpen, ...open }: DialogProps) =>
  isOpen ? <OpenDialog {...open} /> : null;

function OpenDialog(props: Omit<DialogProps, "isOpen">) {
  const { onClose, title, children, footer, size, keepsOpen, startsAtField } = props;
  const { t } = useMessages();
  const id = useId();
  const dialog = useModal(id, startsAtField);
  const isPressOnBackdrop = useRef(false);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      // React would bubble both events to an outer dialog.
      onCancel={(event) => {
        event.stopPropagation();
        event.preventDefault();
        onClose();
      }}
      // A second Escape or back gesture in a row closes the dialog without a cancel event.
      onClose={(event) => {
        event.stopPropagation();
        if (!event.currentTarget.open) event.currentTarget.showModal();
      }}
      // A press that starts inside, such as a text selection, must not close the dialog.
      onPointerDown={({ target }) => {
        isPressOnBackdrop.current = target === dialog.current;
      }}
      onClick={({ target }) => {
        if (!keepsOpen && isPressOnBackdrop.current && target === dialog.current) onClose();
      }}
      className={classes(
        "m-0 mt-auto w-full max-w-none overflow-visible bg-transparent text-ink",
        // A backdrop of older browsers inherits no tokens, and is the same on light and dark.
        "backdrop:bg-[var(--color-scrim,#0009)]",
        "sm:m-auto print:absolute print:mt-0 print:max-h-none",
        size === "large" ? "sm:max-w-180" : "sm:max-w-112",
      )}
    >
      <Toasts dialog={id} />
      <div
        className={classes(
          "flex max-h-[88vh] animate-rise flex-col rounded-t-card bg-card shadow-card",
          "supports-[height:1dvh]:max-h-[88dvh]",
          // The corners are round where a scrollbar ends, too.
          "overflow-hidden pb-[env(safe-area-inset-bottom)] sm:rounded-card sm:pb-0",
          "print:max-h-none print:overflow-visible",
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
        <Scroller className="min-h-0 flex-1 px-4 pb-4 print:overflow-visible">{children}</Scroller>
        {footer && <div className="flex flex-wrap gap-3 border-t border-line p-4">{footer}</div>}
      </div>
    </dialog>
  );
}

/** Opens the dialog as a modal one while it is on the screen. */
function useModal(id: string, startsAtField: boolean | undefined) {
  const dialog = useRef<HTMLDialogElement>(null);
  // The browser restores the focus only if the dialog is closed before it is removed.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    const removeDialog = addDialog(id);
    if (startsAtField) element?.querySelector<HTMLElement>("input, select, textarea")?.focus();
    return () => {
      element?.close();
      removeDialog();
      // The element that had the focus may be gone, such as the button of a removed row.
      setTimeout(focusIfLost);
    };
  }, [id, startsAtField]);
  return dialog;
}

interface ConfirmDialogProps extends Omit<DialogProps, "footer"> {
  confirm_label: string;
  /** Replaces "Cancel" where that could be mistaken for the action itself. */
  cancel_label?: string;
  onConfirm?: () => void;
  /** The id of a form that the confirm button submits instead. */
  form?: string;
  isBusy?: boolean;
  isDangerous?: boolean;
}

/**
 * Confirms an irreversible action; stays open while the action is in progress. On a dead connection
 * that may take minutes, so that after some seconds it says so and can be closed.
 */
export function ConfirmDialog({ confirm_label, cancel_label, ...props }: ConfirmDialogProps) {
  const { t } = useMessages();
  const { onConfirm, form, isBusy = false, isDangerous, onClose, ...dialog } = props;
  const isSlow = useIsLasting(isBusy);
  return (
    <Dialog
      {...dialog}
      onClose={isBusy && !isSlow ? () => undefined : onClose}
      footer={
        <>
          <div role="status" className="w-full empty:hidden">
            {isSlow && <p className="text-14">{t("ui.no_answer_yet")}</p>}
          </div>
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

const LASTING_MS = 8_000;

/** Whether this has been so for some seconds without a break. */
function useIsLasting(isSo: boolean): boolean {
  const [isLasting, setLasting] = useState(false);
  useEffect(() => {
    if (!isSo) return undefined;
    const timer = setTimeout(() => setLasting(true), LASTING_MS);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [isSo]);
  return isSo && isLasting;
}
