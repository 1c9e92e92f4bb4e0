import { Link } from "wouter";
import { maskPhone } from "../../contract/auth/rules.ts";
import { formatDay, formatMoney } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { useUser } from "../lib/session.ts";
import { ActiveBadge } from "../ui/active-badge.tsx";
import { Button } from "../ui/button.tsx";
import { Table } from "../ui/table.tsx";
import type { ManagedUser } from "./managed-users.ts";
import { RoleBadge } from "./role-badge.tsx";

interface UserTableProps {
  users: readonly ManagedUser[];
  onChangeStatus: (user: ManagedUser) => void;
  onChangeRole: (user: ManagedUser) => void;
}

export function UserTable({ users, onChangeStatus, onChangeRole }: UserTableProps) {
  const { t, language } = useMessages();
  const me = useUser();
  return (
    <Table
      isWide
      caption={t("admin.user.list")}
      rows={users}
      keyOf={(user) => user.id}
      columns={[
        { header: t("admin.user.user"), cell: (user) => <Name user={user} /> },
        { header: t("admin.user.contact"), cell: (user) => <Contact user={user} /> },
        { header: t("admin.user.role"), cell: (user) => <RoleBadge role={user.role} /> },
        {
          header: t("admin.user.balance"),
          isNumeric: true,
          cell: (user) => <Balance user={user} />,
        },
        {
          header: t("admin.user.joined"),
          cell: (user) => (
            <span className="whitespace-nowrap">{formatDay(user.created_at, language)}</span>
          ),
        },
        { header: t("admin.status"), cell: (user) => <ActiveBadge isActive={user.is_active} /> },
        {
          header: t("admin.actions"),
          hasHiddenHeader: true,
          cell: (user) =>
            user.id === me.id ? (
              <p className="py-2 text-quiet @4xl:text-right">{t("admin.user.you")}</p>
            ) : (
              <UserActions
                user={user}
                onChangeStatus={() => onChangeStatus(user)}
                onChangeRole={() => onChangeRole(user)}
              />
            ),
        },
      ]}
    />
  );
}

function Name({ user }: { user: ManagedUser }) {
  return (
    <span className="min-w-0 wrap-anywhere @max-4xl:ml-auto @max-4xl:text-right">
      <span className="block font-semibold">{user.full_name}</span>
      <span className="text-12 text-quiet">#{user.id}</span>
    </span>
  );
}

function Contact({ user: { phone, email } }: { user: ManagedUser }) {
  const { t } = useMessages();
  return (
    <span className="min-w-0 wrap-anywhere @max-4xl:ml-auto @max-4xl:text-right">
      <span className="block whitespace-nowrap">{maskPhone(phone)}</span>
      <span className="text-12 text-quiet">{email ?? t("admin.user.no_email")}</span>
    </span>
  );
}

/** Links to what the balance consists of. */
function Balance({ user: { id, full_name, wallet_balance } }: { user: ManagedUser }) {
  const { t } = useMessages();
  const amount = formatMoney(wallet_balance);
  return (
    <Link
      to={`/app/admin/users/statement?user=${id}`}
      aria-label={`${amount}, ${t("admin.user.transactions")}: ${full_name}`}
      className="inline-grid min-h-11 content-center whitespace-nowrap underline"
    >
      {amount}
    </Link>
  );
}

interface UserActionsProps {
  user: ManagedUser;
  onChangeStatus: () => void;
  onChangeRole: () => void;
}

function UserActions({ user, onChangeStatus, onChangeRole }: UserActionsProps) {
  const { t } = useMessages();
  const change = user.is_active ? t("admin.deactivate") : t("admin.activate");
  const role = t("admin.user.change_role");
  return (
    <span className="flex flex-1 flex-wrap items-center gap-2 py-1 @4xl:flex-nowrap @4xl:justify-end @4xl:py-0">
      <Button
        kind="secondary"
        className="@max-4xl:flex-1 @4xl:whitespace-nowrap"
        aria-label={`${role}: ${user.full_name}`}
        onClick={onChangeRole}
      >
        {role}
      </Button>
      <Button
        kind="secondary"
        className="@max-4xl:flex-1 @4xl:whitespace-nowrap"
        aria-label={`${change}: ${user.full_name}`}
        onClick={onChangeStatus}
      >
        {change}
      </Button>
    </span>
  );
}
