import { useSearchParams } from "wouter";
import { countIn } from "../../lib/address.ts";
import { formatMoney } from "../../lib/format.ts";
import { useHouseNames } from "../../lib/house-names.ts";
import { useMessages } from "../../lib/messages.ts";
import { ActiveBadge } from "../../ui/active-badge.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { useUsers } from "../../users/managed-users.ts";
import { UserFacts } from "../../users/user-facts.tsx";
import { Statement } from "../../wallet/statement.tsx";

/** The statement of the account that the address names: what its balance consists of. */
export function UserStatementScreen() {
  const { t } = useMessages();
  const [search] = useSearchParams();
  const user_id = countIn(search, "user");
  return (
    <>
      <PageHeader title={t("wallet.transactions")} />
      {user_id === undefined ? <NoUser /> : <UserStatement key={user_id} user_id={user_id} />}
    </>
  );
}

function UserStatement({ user_id }: { user_id: number }) {
  const { t } = useMessages();
  const houseNameOf = useHouseNames();
  const users = useUsers({ search: `#${user_id}`, role: "all", page: 1 });
  return (
    <Loaded query={users} skeleton={<SkeletonRows className="h-24" />}>
      {({ users: [user] }) =>
        user ? (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <div className="surface p-4">
              <Facts columns="pairs">
                <UserFacts user={user} />
                <Fact label={t("admin.user.balance")}>
                  <span className="font-semibold">{formatMoney(user.wallet_balance)}</span>
                </Fact>
                <Fact label={t("admin.status")}>
                  <ActiveBadge isActive={user.is_active} />
                </Fact>
              </Facts>
            </div>
            <Statement user_id={user_id} houseNameOf={houseNameOf} />
          </div>
        ) : (
          <NoUser />
        )
      }
    </Loaded>
  );
}

function NoUser() {
  const { t } = useMessages();
  return (
    <div className="surface">
      <EmptyState title={t("admin.user.none")} />
    </div>
  );
}
