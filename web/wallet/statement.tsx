import { dayInIndia } from "../../contract/dates.ts";
import { useToday } from "../lib/clock.ts";
import { formatDay, formatMoney, formatTime } from "../lib/format.ts";
import { groupBy } from "../lib/group-by.ts";
import { useMessages } from "../lib/messages.ts";
import { Amount } from "../ui/amount.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { LoadMore } from "../ui/pagination.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { EmptyState, Loaded } from "../ui/states.tsx";
import { type Transaction, useStatement } from "./api.ts";
import { TransactionIcon } from "./transaction-icon.tsx";
import { transactionText } from "./transaction-text.ts";

interface StatementProps {
  /** For an admin, whose wallet it is; without it one's own. */
  user_id?: number;
  /** Returns the name of a house in the user's language. */
  houseNameOf: (name: string) => string;
}

/** All ledger rows of the wallet, grouped by day, newest first. */
export function Statement({ user_id, houseNameOf }: StatementProps) {
  const { t } = useMessages();
  const statement = useStatement(user_id);
  return (
    <section aria-label={t("wallet.transactions")} className="surface overflow-hidden">
      <Loaded query={statement} skeleton={<SkeletonRows isInset count={6} className="h-14" />}>
        {(rows) =>
          rows.length > 0 ? (
            <Days rows={rows} houseNameOf={houseNameOf} />
          ) : user_id === undefined ? (
            <Empty />
          ) : (
            <EmptyState title={t("wallet.no_transactions")} />
          )
        }
      </Loaded>
      <LoadMore query={statement} />
    </section>
  );
}

interface DaysProps extends Pick<StatementProps, "houseNameOf"> {
  rows: readonly Transaction[];
}

function Days({ rows, houseNameOf }: DaysProps) {
  const { t, language } = useMessages();
  const today = useToday();
  const days = groupBy(rows, ({ created_at }) => dayInIndia(created_at));
  return days.map(([day, day_rows]) => (
    <div key={day} className="border-b border-line last:border-b-0">
      <h2 className="bg-sunken px-4 py-1 text-12 font-semibold text-quiet first-letter:uppercase">
        {day === today && `${t("ui.today")} · `}
        {formatDay(day, language)}
      </h2>
      <ul>
        {day_rows.map((row) => (
          <StatementRow key={row.id} row={row} text={transactionText(row, houseNameOf)} />
        ))}
      </ul>
    </div>
  ));
}

/** Three short lines on a phone; columns from the tablet breakpoint on. */
function StatementRow({ row, text }: { row: Transaction; text: string }) {
  const { t } = useMessages();
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3 last:border-b-0">
      <TransactionIcon type={row.type} />
      <div className="flex min-w-0 flex-[1_1_10rem] flex-wrap items-center justify-between gap-x-3 md:grid md:grid-cols-[minmax(0,1fr)_6rem_9rem_11rem]">
        <p className="max-w-full min-w-0 flex-[1_1_max-content] font-semibold md:row-start-1">
          {t(`wallet.type_${row.type}`)}
        </p>
        <p className="ml-auto justify-self-end md:col-start-3 md:row-span-2 md:row-start-1">
          <Amount value={row.amount} isMovement />
        </p>
        <p className="w-full text-14 text-quiet md:row-start-2">{text}</p>
        <p className="text-12 text-quiet md:col-start-2 md:row-span-2 md:row-start-1 md:text-14">
          {formatTime(row.created_at)}
        </p>
        <p className="ml-auto justify-self-end text-12 text-quiet md:col-start-4 md:row-span-2 md:row-start-1 md:text-14">
          {t("wallet.balance_after", { amount: formatMoney(row.balance_after) })}
        </p>
      </div>
    </li>
  );
}

function Empty() {
  const { t } = useMessages();
  return (
    <EmptyState
      title={t("wallet.no_transactions")}
      action={<ButtonLink to="/app/wallet?tab=deposit">{t("wallet.deposit")}</ButtonLink>}
    >
      {t("wallet.no_transactions_hint")}
    </EmptyState>
  );
}
