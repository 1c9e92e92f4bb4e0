import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useMessages } from "../lib/messages.ts";
import { dismissToast, getToasts, onToasts, type Toast } from "../lib/toast.ts";
import { IconButton } from "./button.tsx";
import { classes } from "./classes.ts";
import { TargetMark } from "./target-mark.tsx";

interface ToastsProps {
  /** The open dialog that these are in; undefined for those of the page. */
  dialog?: string;
}

/**
 * Toasts at the top right of the page and of each open dialog. The two live regions are always
 * there, because screen readers ignore the text of a region that is just being added.
 */
export function Toasts({ dialog }: ToastsProps) {
  const getOwn = () => getToasts(dialog);
  const toasts = useSyncExternalStore(onToasts, getOwn, getOwn);
  const failures = toasts.filter((toast) => toast.kind === "failure");
  const others = toasts.filter((toast) => toast.kind !== "failure");
  return (
    <div className="pointer-events-none fixed top-2 right-2 z-50 w-88 max-w-[calc(100%-1rem)]">
      <div role="alert" className="grid grid-cols-1 gap-2">
        {failures.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
      <div role="status" className="mt-2 grid grid-cols-1 gap-2">
        {others.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useMessages();
  const isWin = toast.kind === "win";
  return (
    <div
      className={classes(
        "pointer-events-auto flex animate-rise items-center gap-3 rounded-card border pl-3",
        "shadow-card",
        isWin ? "border-marigold bg-marigold-soft py-2" : "border-line bg-card py-0.5",
      )}
    >
      {toast.kind === "win" ? (
        <TargetMark size={40} isHit className="text-marigold" />
      ) : (
        <ToastIcon kind={toast.kind} />
      )}
      <div className="min-w-0 flex-1 py-2 text-14 wrap-break-word">
        {toast.title !== undefined && (
          <p className={classes("font-semibold", isWin && "text-20")}>{toast.title}</p>
        )}
        <p className="line-clamp-4">{toast.text}</p>
      </div>
      <IconButton label={t("ui.close")} onClick={() => dismissToast(toast.id)}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  );
}

function ToastIcon({ kind }: { kind: keyof typeof KINDS }) {
  const { icon: Icon, colour } = KINDS[kind];
  return <Icon size={20} aria-hidden className={classes("shrink-0", colour)} />;
}

const KINDS = {
  success: { icon: CircleCheck, colour: "text-pine" },
  failure: { icon: CircleAlert, colour: "text-vermilion" },
  notice: { icon: Info, colour: "text-indigo" },
};
