import { useSearchParams } from "wouter";
import { countIn } from "../../lib/address.ts";
import { useHouseNames } from "../../lib/house-names.ts";
import { useMessages } from "../../lib/messages.ts";
import { useWaitingCount } from "../../payments/api.ts";
import { DepositPanel } from "../../payments/deposit-panel.tsx";
import { RequestList } from "../../payments/request-list.tsx";
import { WithdrawPanel } from "../../payments/withdraw-panel.tsx";
import { Badge } from "../../ui/badge.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { BalanceBanner } from "../../wallet/balance-banner.tsx";
import { Statement } from "../../wallet/statement.tsx";
import { DemoMark, useAbout } from "../about.tsx";

const TABS = ["balance", "deposit", "withdraw"] as const;

/** The wallet: balance, statement, deposits and withdrawals. */
export function WalletScreen() {
  const { t } = useMessages();
  const [search, setSearch] = useSearchParams();
  const isDemo = useAbout().data?.mode === "demo";
  const tab = TABS.find((name) => name === search.get("tab")) ?? "balance";
  const go = (to: Record<string, string>) => setSearch(to, { replace: true });
  return (
    <>
      <PageHeader title={t("wallet.title")} />
      <Tabs
        label={t("wallet.title")}
        value={tab}
        onChange={(value) => go({ tab: value })}
        tabs={TABS.map((value) => ({ value, label: t(`wallet.tab_${value}`) }))}
      >
        {tab === "balance" && (
          <BalancePanel
            view={search.get("view") === "requests" ? "requests" : "transactions"}
            onView={(view) => go({ tab, view })}
          />
        )}
        {tab === "deposit" && (
          <DepositPanel
            isDemo={isDemo}
            mark={<DemoMark />}
            payment_id={countIn(search, "request")}
            onShow={(id) => go(id === undefined ? { tab } : { tab, request: String(id) })}
          />
        )}
        {tab === "withdraw" && <WithdrawPanel mark={<DemoMark />} />}
      </Tabs>
    </>
  );
}

const VIEWS = ["transactions", "requests"] as const;
type View = (typeof VIEWS)[number];

interface BalancePanelProps {
  view: View;
  onView: (view: View) => void;
}

function BalancePanel({ view, onView }: BalancePanelProps) {
  const { t } = useMessages();
  const houseNameOf = useHouseNames();
  const waiting = useWaitingCount();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <BalanceBanner mark={<DemoMark />} />
      <div className="sm:max-w-100">
        <Segmented
          label={t("wallet.show")}
          value={view}
          onChange={onView}
          options={VIEWS.map((value) => ({ value, label: t(`wallet.${value}`) }))}
        />
      </div>
      {waiting > 0 && view === "transactions" && (
        <p className="*:rounded-card *:whitespace-normal">
          <Badge tone="waiting">{t("wallet.waiting", { count: waiting })}</Badge>
        </p>
      )}
      {view === "requests" ? <RequestList /> : <Statement houseNameOf={houseNameOf} />}
    </div>
  );
}
