import { useMessages } from "../lib/messages.ts";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { Fact, Facts } from "../ui/facts.tsx";
import { type Draft, useRecipients } from "./broadcast.ts";

interface BroadcastConfirmProps {
  asked: Draft;
  onConfirm: () => void;
  onClose: () => void;
  isBusy: boolean;
}

/** The message once more, whom it reaches and how many they are: it cannot be taken back. */
export function BroadcastConfirm({ asked, onConfirm, onClose, isBusy }: BroadcastConfirmProps) {
  const { t } = useMessages();
  return (
    <ConfirmDialog
      isOpen
      title={t("admin.message.confirm_title")}
      confirm_label={t("admin.message.send")}
      onConfirm={onConfirm}
      onClose={onClose}
      isBusy={isBusy}
    >
      <div className="grid gap-4">
        <blockquote className="rounded-control bg-sunken p-3 wrap-anywhere whitespace-pre-line">
          {asked.message}
        </blockquote>
        <Facts columns="pairs">
          <Fact label={t("admin.message.target")}>{t(`admin.message.${asked.target}`)}</Fact>
          <Fact label={t("admin.message.accounts")}>
            <Recipients target={asked.target} />
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
  if (data) return <strong>{data[target].toLocaleString("en-IN")}</strong>;
  return <>{isError ? t("admin.message.uncounted") : "…"}</>;
}
