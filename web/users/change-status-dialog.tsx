import { useMessages } from "../lib/messages.ts";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { Facts } from "../ui/facts.tsx";
import { type ManagedUser, useChangeStatus } from "./managed-users.ts";
import { UserFacts } from "./user-facts.tsx";

interface ChangeStatusDialogProps {
  user: ManagedUser;
  onClose: () => void;
}

/** Asks before deactivating or activating an account, and explains the consequences. */
export function ChangeStatusDialog({ user, onClose }: ChangeStatusDialogProps) {
  const { t } = useMessages();
  const { changeStatus, isBusy } = useChangeStatus(user, onClose);
  const action = user.is_active ? "deactivate" : "activate";
  return (
    <ConfirmDialog
      isOpen
      title={t(`admin.user.${action}_title`, { name: user.full_name })}
      confirm_label={t(`admin.${action}`)}
      onConfirm={changeStatus}
      onClose={onClose}
      isBusy={isBusy}
      isDangerous={user.is_active}
    >
      <div className="grid gap-4">
        <Facts columns="pairs">
          <UserFacts user={user} />
        </Facts>
        <p>{t(`admin.user.${action}_text`)}</p>
      </div>
    </ConfirmDialog>
  );
}
