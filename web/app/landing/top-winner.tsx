import { useQuery } from "@tanstack/react-query";
import { Trophy } from "lucide-react";
import { houseName } from "../../lib/house-name.ts";
import type { ApiReply } from "../../lib/client.ts";
import { useToday } from "../../lib/clock.ts";
import { formatMoney } from "../../lib/format.ts";
import { useMessages } from "../../lib/messages.ts";
import { apiQuery, POLLED } from "../../lib/query.ts";
import { Badge } from "../../ui/badge.tsx";
import { classes } from "../../ui/classes.ts";

interface TopWinnerProps {
  houses: ApiReply<"GET /houses"> | undefined;
}

/**
 * The largest win of the day. While there is none, or it fails to load, a line marked as a sample.
 * It takes up the same space while it is loading.
 */
export function TopWinner({ houses }: TopWinnerProps) {
  const { t, language } = useMessages();
  const { data, isPending } = useQuery({ ...apiQuery("GET /results/top-win"), ...POLLED });
  const today = useToday();
  // At midnight it is the largest of the day before.
  const win = data?.win && data.win.date === (today ?? data.win.date) ? data.win : undefined;
  const { player, amount, house_name } = win ?? SAMPLE;
  const house = houses?.find(({ id, name }) => (win ? id === win.house_id : name === house_name));
  const line = {
    phone: player,
    amount: formatMoney(amount),
    house: house ? houseName(house, language) : house_name,
  };
  return (
    <p
      aria-busy={isPending}
      className={classes(
        "flex min-h-20 flex-wrap content-center items-center justify-center gap-x-3 gap-y-1",
        "text-center text-balance md:min-h-7",
        isPending && "invisible",
      )}
    >
      <Trophy size={20} aria-hidden className="text-marigold" />
      <span className="font-semibold">{t("landing.winner")}</span>
      {!win && <Badge tone="outlined">{t("landing.sample")}</Badge>}
      <span className="max-md:w-full">{t("landing.winner_line", line)}</span>
    </p>
  );
}

const SAMPLE = { player: "987****210", amount: 8_000, house_name: "Khanapara FC" };
