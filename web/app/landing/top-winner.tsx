import { Trophy } from "lucide-react";
import { formatMoney } from "../../lib/format.ts";
import { useMessages } from "../../lib/messages.ts";
import { Badge } from "../../ui/badge.tsx";

/** What a winner's line looks like; it says that it is a sample. */
export function TopWinner() {
  const { t } = useMessages();
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 text-center">
      <Trophy size={20} aria-hidden className="text-marigold" />
      <span className="font-semibold">{t("landing.winner")}</span>
      <span>{t("landing.winner_line", SAMPLE)}</span>
      <Badge tone="outlined">{t("landing.sample")}</Badge>
    </p>
  );
}

const SAMPLE = { phone: "987****210", amount: formatMoney(8_000), house: "Khanapara FC" };
