import { ArrowDownToLine, ArrowUpFromLine } from "lucide-react";
import type { ReactNode } from "react";
import { useMessages } from "../lib/messages.ts";
import { useUser } from "../lib/session.ts";
import { Amount } from "../ui/amount.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { useFreshBalance } from "./api.ts";

/** The balance, with links to change it. `mark` is the "play money" badge of demo mode. */
export function BalanceBanner({ mark }: { mark: ReactNode }) {
  const { t } = useMessages();
  const { wallet_balance } = useUser();
  useFreshBalance();
  return (
    <section
      aria-label={t("wallet.balance")}
      className="surface flex flex-wrap items-end justify-between gap-4 p-4 lg:p-6"
    >
      <div>
        <p className="flex flex-wrap items-center gap-x-2 text-14 text-quiet">
          {t("wallet.your_balance")} {mark}
        </p>
        <Amount value={wallet_balance} size={40} />
      </div>
      <div className="flex flex-wrap gap-3 max-sm:w-full">
        <ButtonLink
          to="/app/wallet?tab=deposit"
          icon={<ArrowDownToLine size={16} aria-hidden />}
          className="flex-auto"
        >
          {t("wallet.deposit")}
        </ButtonLink>
        <ButtonLink
          to="/app/wallet?tab=withdraw"
          kind="secondary"
          icon={<ArrowUpFromLine size={16} aria-hidden />}
          className="flex-auto"
        >
          {t("wallet.withdraw")}
        </ButtonLink>
      </div>
    </section>
  );
}
