import { ROLES } from "../../contract/users/rules.ts";
import { useMessages } from "../lib/messages.ts";
import { Button } from "../ui/button.tsx";
import { SelectField, TextField } from "../ui/field.tsx";
import { Form, textOf } from "../ui/form.tsx";
import type { UserFilter } from "./managed-users.ts";

interface UserFiltersProps {
  filter: UserFilter;
  onApply: (chosen: Omit<UserFilter, "page">) => void;
}

/** What was typed and chosen counts once it is applied. */
export function UserFilters({ filter, onApply }: UserFiltersProps) {
  const { t } = useMessages();
  const submit = (data: FormData) =>
    onApply({
      search: textOf(data, "search").trim(),
      role: ROLES.find((role) => role === textOf(data, "role")) ?? "all",
    });
  return (
    <Form
      onSubmit={submit}
      label={t("admin.user.filters")}
      className="mb-4 grid-cols-[minmax(0,1fr)_auto] items-end sm:grid-cols-[minmax(0,1fr)_10rem_auto]"
    >
      <div className="col-span-2 sm:col-span-1">
        <TextField
          type="search"
          name="search"
          label={t("admin.user.search")}
          placeholder={t("admin.user.search_hint")}
          defaultValue={filter.search}
          maxLength={MOST_SEARCHED}
          autoComplete="off"
          enterKeyHint="search"
        />
      </div>
      <SelectField
        name="role"
        label={t("admin.user.role")}
        defaultValue={filter.role}
        options={[
          { value: "all", label: t("admin.user.all_roles") },
          ...ROLES.map((role) => ({ value: role, label: t(`admin.user.role_${role}`) })),
        ]}
      />
      <Button type="submit">{t("admin.user.apply")}</Button>
    </Form>
  );
}

const MOST_SEARCHED = 100;
