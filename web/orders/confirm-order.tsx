import { sumRupees } from "../../contract/money.ts";
import type { Play } from "../../contract/orders/rules.ts";
import { formatDay } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { Amount } from "../ui/amount.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { FactLine } from "../ui/facts.tsx";
import { FormError } from "../ui/notice.tsx";
import { mostWin } from "./most-win.ts";
import { PlaysTable } from "./plays-table.tsx";
import { ratePlay, toShownPlays } from "./shown-plays.ts";
import { totalOf } from "./slip-plays.ts";

interface ConfirmOrderProps {
  plays: readonly Play[];
  house_name: string;
  day: string;
  /** The balance before the order, in rupees. */
  balance: number;
  isBusy: boolean;
  /** The order was sent, but no response says whether it was placed. */
  isOutcomeUnknown: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Shows exactly what the player buys, what it costs and what it can win, before money moves. */
export function ConfirmOrder({ plays, house_name, day, balance, ...props }: ConfirmOrderProps) {
  const { t, language } = useMessages();
  const total = totalOf(plays);
  const rated = plays.map(ratePlay);
  const most = mostWin(rated);
  const canAllWin = most === rated.reduce((sum, play) => sum + play.amount * play.rate, 0);
  return (
    <ConfirmDialog
      isOpen
      title={t("play.confirm", { total, house: house_name })}
      confirm_label={t("play.confirm_button")}
      isBusy={props.isBusy}
      onConfirm={props.onConfirm}
      onClose={props.onClose}
    >
      <div className="grid grid-cols-1 gap-4">
        <FormError>{props.isOutcomeUnknown ? t("play.unknown_outcome") : undefined}</FormError>
        <dl className="grid gap-1 rounded-control bg-sunken p-3">
          <FactLine label={t("play.date")}>
            <span className="font-semibold">{formatDay(day, language)}</span>
          </FactLine>
          <FactLine label={t("play.you_pay")}>
            <Amount value={total} />
          </FactLine>
          <FactLine label={t("play.most_win")}>
            <Amount value={most} />
          </FactLine>
          {!props.isOutcomeUnknown && (
            <FactLine label={t("play.balance_after")}>
              <Amount value={sumRupees(balance, -total)} />
            </FactLine>
          )}
        </dl>
        {!canAllWin && <p className="text-12 text-quiet">{t("play.most_win_hint")}</p>}
        <PlaysTable plays={toShownPlays(plays)} last="can_win" />
      </div>
    </ConfirmDialog>
  );
}
