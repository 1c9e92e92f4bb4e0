import { formatCount } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { Fact, Facts } from "../ui/facts.tsx";
import { useRecipients, useSending } from "./broadcast.ts";
import type { Draft } from "./draft-storage.ts";

interface BroadcastConfirmProps {
  draft: Draft;
  /** Receives the error with which sending failed. */
  onClose: (error?: Error) => void;
}

/** Shows a message and its recipients before it is sent, because sending cannot be undone. */
export function BroadcastConfirm({ draft, onClose }: BroadcastConfirmProps) {
  const { t } = useMessages();
  const { send, isBusy } = useSending(draft, onClose);
  return (
    <ConfirmDialog
      isOpen
      title={t("admin.message.confirm_title")}
      confirm_label={t("admin.message.send")}
      onConfirm={send}
      onClose={() => onClose()}
      isBusy={isBusy}
    >
      <div className="grid gap-4">
        <blockquote className="rounded-control bg-sunken p-3 wrap-anywhere whitespace-pre-line">
          {draft.message}
        </blockquote>
        <Facts columns="pairs">
          <Fact label={t("admin.message.target")}>{t(`admin.message.${draft.target}`)}</Fact>
          <Fact label={t("admin.message.accounts")}>
            <Recipients target={draft.target} />
          </Fact>
        </Facts>
        <p className="text-14 text-quiet">{t("admin.message.confirm")}</p>
      </div>
    </ConfirmDialog>
  );
}

function Recipients({ target }: Pick<Draft, "target">) {
  const { t } = useMessages();
  const { data, isError } = useRecipients();
  if (data) return <strong>{formatCount(data[target])}</strong>;
  return <>{isError ? t("admin.message.uncounted") : "…"}</>;
}
