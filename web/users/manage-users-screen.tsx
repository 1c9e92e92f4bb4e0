import { useState } from "react";
import { sentenceOfFailure } from "../lib/api-error.ts";
import { useMessages } from "../lib/messages.ts";
import { toast } from "../lib/toast.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { Pagination } from "../ui/pagination.tsx";
import { RefreshFailure } from "../ui/refresh-failure.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { EmptyState, Loaded } from "../ui/states.tsx";
import { type ManagedUser, type UserFilter, useUserFilter, useUsers } from "./managed-users.ts";
import { RoleDialog } from "./role-dialog.tsx";
import { ChangeStatusDialog } from "./change-status-dialog.tsx";
import { UserFilters } from "./user-filters.tsx";
import { UserTable } from "./user-table.tsx";

/** Admins search all accounts here, deactivate and activate them, and change their roles. */
export function ManageUsersScreen() {
  const { t } = useMessages();
  const [filter, setFilter] = useUserFilter();
  const users = useUsers(filter);
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const apply = async ({ search, role }: Omit<UserFilter, "page">) => {
    const isChanged = search !== filter.search || role !== filter.role || filter.page !== 1;
    if (isChanged) return setFilter({ search, role });
    const { error } = await users.refetch();
    if (error) toast.failure(sentenceOfFailure(error));
  };
  return (
    <>
      <PageHeader title={t("admin.user.title")} lead={t("admin.user.lead")} />
      <UserFilters filter={filter} onApply={(chosen) => void apply(chosen)} />
      <RefreshFailure query={users} />
      <Loaded query={users} skeleton={<SkeletonRows className="h-64 w-full md:h-16" />}>
        {({ users: found, pages }) => (
          <div className="surface">
            {found.length === 0 ? (
              <EmptyState title={t("admin.user.none")}>{t("admin.user.none_hint")}</EmptyState>
            ) : (
              <UserTable
                users={found}
                onChangeStatus={(user) => setDialog({ user, kind: "status" })}
                onChangeRole={(user) => setDialog({ user, kind: "role" })}
              />
            )}
            <Pagination page={filter.page} pages={pages} onPage={(page) => setFilter({ page })} />
          </div>
        )}
      </Loaded>
      {dialog?.kind === "status" && (
        <ChangeStatusDialog key={dialog.user.id} user={dialog.user} onClose={close} />
      )}
      {dialog?.kind === "role" && (
        <RoleDialog key={dialog.user.id} user={dialog.user} onClose={close} />
      )}
    </>
  );
}

interface OpenDialog {
  user: ManagedUser;
  kind: "status" | "role";
}
