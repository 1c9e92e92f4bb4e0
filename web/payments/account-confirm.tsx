import { useMessages } from "../lib/messages.ts";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { Fact, Facts } from "../ui/facts.tsx";

interface AccountConfirmProps {
  /** The name of the method as players see it now. */
  name: string;
  /** The UPI ids before and after the change; null for none. */
  before: string | null;
  after: string | null;
  onConfirm: () => void;
  onClose: () => void;
  isBusy: boolean;
}

/** Shows both accounts before the method's changes, because a wrong letter misdirects deposits. */
export function AccountConfirm({ name, before, after, ...dialog }: AccountConfirmProps) {
  const { t } = useMessages();
  return (
    <ConfirmDialog
      isOpen
      title={t("admin.method.account_title", { name })}
      confirm_label={t("admin.method.change_account")}
      cancel_label={t("admin.method.keep_account")}
      isDangerous
      {...dialog}
    >
      <div className="grid gap-4">
        <Facts>
          <Fact label={t("admin.method.account_was")}>
            {before ?? t("admin.method.no_account")}
          </Fact>
          <Fact label={t("admin.method.account_will_be")}>
            <strong className="text-16">{after ?? t("admin.method.no_account")}</strong>
          </Fact>
        </Facts>
        <p>{t(after === null ? "admin.method.account_removed" : "admin.method.account_text")}</p>
      </div>
    </ConfirmDialog>
  );
}
