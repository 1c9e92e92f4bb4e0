import { useState } from "react";
import { type Role, ROLES } from "../../contract/users/rules.ts";
import { type MessageKey, useMessages } from "../lib/messages.ts";
import { Fact, Facts } from "../ui/facts.tsx";
import { SelectField } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Warning } from "../ui/notice.tsx";
import { type ManagedUser, useChangeRole } from "./managed-users.ts";
import { RoleBadge } from "./role-badge.tsx";
import { UserFacts } from "./user-facts.tsx";

interface RoleDialogProps {
  user: ManagedUser;
  onClose: () => void;
}

/** Asks for the user's new role. Warns before making the user an admin. */
export function RoleDialog({ user, onClose }: RoleDialogProps) {
  const { t } = useMessages();
  const [chosen, setChosen] = useState<Role>();
  const [errors, setErrors] = useState<Record<string, MessageKey>>({});
  const { changeRole, isBusy } = useChangeRole(user, onClose);
  const submit = () => {
    if (chosen) changeRole(chosen);
    else setErrors({ role: "admin.required" });
  };
  const others = ROLES.filter((role) => role !== user.role);
  return (
    <FormDialog
      isOpen
      title={t("admin.user.change_role")}
      confirm_label={t("admin.user.update_role")}
      onSubmit={submit}
      onClose={onClose}
      isBusy={isBusy}
      isDangerous={chosen === "admin"}
      errors={errors}
    >
      <Facts columns="pairs">
        <UserFacts user={user} />
        <Fact label={t("admin.user.current_role")}>
          <RoleBadge role={user.role} />
        </Fact>
      </Facts>
      <SelectField
        name="role"
        label={t("admin.user.new_role")}
        hint={t("admin.user.role_hint")}
        error={errors["role"]}
        value={chosen ?? ""}
        onChange={({ target }) => setChosen(ROLES.find((role) => role === target.value))}
        options={[
          { value: "", label: t("admin.user.choose_role") },
          ...others.map((role) => ({ value: role, label: t(`admin.user.role_${role}`) })),
        ]}
      />
      <Warning>{chosen === "admin" ? t("admin.user.admin_warning") : undefined}</Warning>
    </FormDialog>
  );
}
