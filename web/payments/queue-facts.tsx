import { formatDayTime, formatMoney } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { ActiveBadge } from "../ui/active-badge.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Fact, Facts } from "../ui/facts.tsx";
import { Figure } from "../ui/figure.tsx";
import type { DecidedPayment, QueuedPayment } from "./queue.ts";

interface PaymentFacts {
  payment: QueuedPayment;
}

/** How a deposit was paid: the method and the reference number to search for. */
export function DepositFacts({ payment }: PaymentFacts) {
  const { t } = useMessages();
  const { method_name, reference } = payment;
  return (
    <Facts>
      <Fact label={t("admin.payment.method")}>{method_name ?? "-"}</Fact>
      {reference === null ? (
        <Fact label={t("admin.payment.reference")}>
          <span className="text-quiet">{t("admin.payment.no_reference")}</span>
        </Fact>
      ) : (
        <Fact
          label={t("admin.payment.reference")}
          copy={{ text: reference, label: t("admin.payment.copy_reference") }}
        >
          <span className={IN_ONE_LINE}>{reference}</span>
        </Fact>
      )}
    </Facts>
  );
}

/** The account to which a withdrawal is paid; each line can be copied into the banking app. */
export function AccountFacts({ payment }: PaymentFacts) {
  const { t } = useMessages();
  const details = payment.account_details;
  if (details === null) return null;
  return (
    <Facts>
      <Fact label={t("admin.payment.account_type")}>
        {t(`admin.payment.${details.account_type}`)}
      </Fact>
      {ACCOUNT_FIELDS.map((field) => {
        const text = details[field];
        if (text === null) return null;
        return (
          <Fact
            key={field}
            label={t(`admin.payment.${field}`)}
            copy={{ text, label: t(`admin.payment.copy_${field}`) }}
          >
            {text}
          </Fact>
        );
      })}
    </Facts>
  );
}

/** The player who made the request, and the totals of their earlier requests. */
export function PlayerFacts({ payment: { user, history } }: PaymentFacts) {
  const { t } = useMessages();
  const balance = formatMoney(user.wallet_balance);
  return (
    <Facts columns={PLAYER_COLUMNS}>
      <Fact label={t("admin.payment.player")}>
        <span className="font-semibold">{user.full_name}</span>
        {!user.is_active && (
          <span className="my-1 block">
            <ActiveBadge isActive={false} />
          </span>
        )}
        <span className="-my-2.5 flex items-center">
          <a href={`tel:+91${user.phone}`} className={`py-2.5 underline ${IN_ONE_LINE}`}>
            {user.phone}
          </a>
          <CopyButton isSmall text={user.phone} label={t("admin.payment.copy_phone")} />
        </span>
      </Fact>
      <Fact label={t("admin.payment.balance")}>
        <Figure letters={balance.length}>{balance}</Figure>
        {user.owed > 0 && (
          <span className="block text-14 font-semibold text-debit">
            {t("admin.payment.owed", { amount: formatMoney(user.owed) })}
          </span>
        )}
      </Fact>
      <Fact label={t("admin.payment.history")} isWide>
        <ul className="text-14">
          <li>
            {t("admin.payment.history_deposits", {
              count: history.approved_deposits,
              sum: formatMoney(history.deposited),
            })}
          </li>
          <li>
            {t("admin.payment.history_withdrawals", {
              count: history.approved_withdrawals,
              sum: formatMoney(history.withdrawn),
            })}
          </li>
          <li>{t("admin.payment.history_rejected", { count: history.rejected })}</li>
        </ul>
      </Fact>
    </Facts>
  );
}

interface DecidedFacts {
  payment: Pick<DecidedPayment, "status" | "decided_at" | "decided_by" | "reason">;
}

/** When and by whom a request was decided. */
export function Decided({ payment: { status, decided_at, decided_by } }: DecidedFacts) {
  const { t, language } = useMessages();
  if (decided_at === null) return null;
  const outcome = status === "approved" ? "approved_by" : "rejected_by";
  return (
    <Facts>
      <Fact label={t("admin.payment.decided_at")}>
        {formatDayTime(decided_at, language)}
        {decided_by && (
          <span className="block text-14 text-quiet">
            {t(`admin.payment.${outcome}`, { name: decided_by.full_name })}
          </span>
        )}
      </Fact>
    </Facts>
  );
}

/** The reason for a rejection, as the admin wrote it. */
export function Reason({ payment: { reason } }: DecidedFacts) {
  const { t } = useMessages();
  if (reason === null) return null;
  return (
    <Facts>
      <Fact label={t("admin.payment.reason")}>{reason}</Fact>
    </Facts>
  );
}

const PLAYER_COLUMNS =
  "grid-cols-1 @min-[20rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] @4xl:grid-cols-1 [--largest:min(1rem,7vw)]";

/** Fits twelve digits in one line, even on the narrowest phone with large text. */
const IN_ONE_LINE = "text-[length:min(1rem,5.5vw)]";

const ACCOUNT_FIELDS = ["account_name", "account_number", "ifsc_code", "upi_id"] as const;
