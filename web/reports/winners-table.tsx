import { maskPhone } from "../../contract/auth/rules.ts";
import { formatDay } from "../lib/format.ts";
import { useHouseNames } from "../lib/house-names.ts";
import { useMessages } from "../lib/messages.ts";
import { EmptyState } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";
import { LabelledAmount } from "./labelled.tsx";
import type { Winner } from "./api.ts";

interface WinnersTableProps {
  caption: string;
  winners: readonly Winner[];
}

/** Orders that have won; phone numbers are masked. */
export function WinnersTable({ caption, winners }: WinnersTableProps) {
  const { t, language } = useMessages();
  const houseNameOf = useHouseNames();
  if (winners.length === 0) {
    return <EmptyState title={t("admin.winner.none")}>{t("admin.winner.none_hint")}</EmptyState>;
  }
  return (
    <Table
      caption={caption}
      rows={winners}
      keyOf={(winner) => winner.order_id}
      columns={[
        {
          header: t("admin.winner.player"),
          corner: "top-start",
          cell: (winner) => (
            <span className="whitespace-nowrap max-md:font-semibold">
              {maskPhone(winner.user_phone)}
            </span>
          ),
        },
        {
          header: t("admin.figures.house"),
          corner: "bottom-start",
          cell: (winner) => <span>{houseNameOf(winner.house_name)}</span>,
        },
        {
          header: t("admin.winner.played"),
          corner: "bottom-end",
          isNumeric: true,
          cell: (winner) => (
            <LabelledAmount label={t("admin.winner.played")} value={winner.play_amount} />
          ),
        },
        {
          header: t("admin.winner.won"),
          corner: "top-end",
          isNumeric: true,
          cell: (winner) => (
            <span className="text-credit">
              <LabelledAmount label={t("admin.winner.won")} value={winner.winning_amount} />
            </span>
          ),
        },
        {
          header: t("admin.winner.profit"),
          corner: "third-end",
          isNumeric: true,
          cell: (winner) => (
            <LabelledAmount label={t("admin.winner.profit")} value={winner.profit} />
          ),
        },
        {
          header: t("admin.figures.date"),
          corner: "third-start",
          isNumeric: true,
          cell: (winner) => (
            <span className="whitespace-nowrap text-quiet">
              {formatDay(winner.play_date, language)}
            </span>
          ),
        },
      ]}
    />
  );
}
