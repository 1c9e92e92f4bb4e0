import { type BetType, CURRENT_RATES, oneIn } from "../../../contract/orders/rules.ts";
import { formatRupees } from "../../lib/format.ts";
import { useMessages } from "../../lib/messages.ts";
import { Card } from "../../ui/card.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";

/** The plays of the worked example, on a day with the numbers 45 and 07. */
const STAKES: Record<BetType, number> = { direct: 10, house: 20, ending: 30, forecast: 10 };

/** A bet type: when it wins, an example, its odds and its payout. */
export function BetCard({ type }: { type: BetType }) {
  const { t } = useMessages();
  const stake = STAKES[type];
  const rate = CURRENT_RATES[type];
  return (
    <Card
      title={t(`bet.${type}`)}
      action={
        <span aria-hidden className="text-28 font-semibold text-pine">
          {rate}×
        </span>
      }
    >
      <div className="grid gap-4">
        <p>{t(`rules.wins_${type}`)}</p>
        <p className="rounded-control bg-sunken p-3 text-14">
          {t(`rules.example_${type}`, {
            stake: formatRupees(stake),
            win: formatRupees(stake * rate),
          })}
        </p>
        <Facts columns="pairs">
          <Fact label={t("rules.chance")}>{t("rules.one_in", { count: oneIn(type) })}</Fact>
          <Fact label={t("rules.payout")}>{t("rules.times", { rate })}</Fact>
        </Facts>
      </div>
    </Card>
  );
}
