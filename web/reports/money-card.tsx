import type { ReactNode } from "react";
import { sumRupees } from "../../contract/money.ts";
import { useMessages } from "../lib/messages.ts";
import { Amount } from "../ui/amount.tsx";
import { Card } from "../ui/card.tsx";
import { FactLine } from "../ui/facts.tsx";
import type { Books } from "./api.ts";

/** What deposits and withdrawals leave in the operator's accounts, and to whom it belongs. */
export function MoneyCard({ money }: { money: Books["money"] }) {
  const { t } = useMessages();
  const { money_in, money_out, wallets, withdrawals_in_progress, house_side } = money;
  const house_label = (
    <>
      {t("admin.book.house_side")}
      <span className="block text-12 text-quiet">{t("admin.book.house_side_hint")}</span>
    </>
  );
  return (
    <Card title={t("admin.book.money")}>
      <div className="grid gap-x-12 gap-y-6 lg:@2xl:grid-cols-2">
        <Sum label={t("admin.book.held")} total={sumRupees(money_in, -money_out)}>
          <Item label={t("admin.book.money_in")} amount={money_in} />
          <Item label={t("admin.book.money_out")} amount={0 - money_out} />
        </Sum>
        <Sum
          label={t("admin.book.total")}
          total={sumRupees(wallets, withdrawals_in_progress, house_side)}
        >
          <Item label={t("admin.book.wallets")} amount={wallets} />
          <Item label={t("admin.book.in_progress")} amount={withdrawals_in_progress} />
          <Item label={house_label} amount={house_side} />
        </Sum>
      </div>
    </Card>
  );
}

interface SumProps {
  label: string;
  total: number;
  children: ReactNode;
}

/** Amounts with their total under a line. */
const Sum = ({ label, total, children }: SumProps) => (
  <dl className="flex flex-col gap-2">
    {children}
    <FactLine label={label} className="mt-auto border-t border-line pt-2 font-semibold">
      <Amount value={total} />
    </FactLine>
  </dl>
);

const Item = ({ label, amount }: { label: ReactNode; amount: number }) => (
  <FactLine label={label}>
    <Amount value={amount} />
  </FactLine>
);
