import { MAX_SEARCH_LENGTH, ROLES } from "../../contract/users/rules.ts";
import { useDraft } from "../lib/draft.ts";
import { useMessages } from "../lib/messages.ts";
import { Button } from "../ui/button.tsx";
import { SelectField, TextField } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import type { UserFilter } from "./managed-users.ts";

interface UserFiltersProps {
  filter: UserFilter;
  onApply: (chosen: Omit<UserFilter, "page">) => void;
}

/** The filter form. A change takes effect when it is applied; a change of the URL resets it. */
export function UserFilters({ filter: { search, role }, onApply }: UserFiltersProps) {
  const { t } = useMessages();
  const [draft, setDraft] = useDraft({ search, role });
  return (
    <div className="@container">
      <Form
        onSubmit={() => onApply({ ...draft, search: draft.search.trim() })}
        label={t("admin.user.filters")}
        className="mb-4 flex-wrap items-end @max-xl:flex @xl:grid-cols-[minmax(0,1fr)_10rem_auto]"
      >
        <div className="@max-xl:w-full">
          <TextField
            type="search"
            name="search"
            label={t("admin.user.search")}
            placeholder={t("admin.user.search_hint")}
            value={draft.search}
            onChange={({ target }) => setDraft({ ...draft, search: target.value })}
            maxLength={MAX_SEARCH_LENGTH}
            autoComplete="off"
            enterKeyHint="search"
          />
        </div>
        <div className="@max-xl:flex-[1_1_6rem]">
          <SelectField
            name="role"
            label={t("admin.user.role")}
            value={draft.role}
            onChange={({ target }) =>
              setDraft({ ...draft, role: ROLES.find((one) => one === target.value) ?? "all" })
            }
            options={[
              { value: "all", label: t("admin.user.all_roles") },
              ...ROLES.map((value) => ({ value, label: t(`admin.user.role_${value}`) })),
            ]}
          />
        </div>
        <Button type="submit">{t("admin.user.apply")}</Button>
      </Form>
    </div>
  );
}
