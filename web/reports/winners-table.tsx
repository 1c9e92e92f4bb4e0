import { maskPhone } from "../../contract/auth/rules.ts";
import { formatDay } from "../lib/format.ts";
import { useHouseNames } from "../lib/house-names.ts";
import { useMessages } from "../lib/messages.ts";
import { Amount } from "../ui/amount.tsx";
import { Table } from "../ui/table.tsx";
import { Labelled } from "./labelled.tsx";
import type { Winner } from "./api.ts";

interface WinnersTableProps {
  caption: string;
  winners: readonly Winner[];
}

/** Orders that have won; phones are masked. */
export function WinnersTable({ caption, winners }: WinnersTableProps) {
  const { t, language } = useMessages();
  const houseNameOf = useHouseNames();
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
          cell: (winner) => houseNameOf(winner.house_name),
        },
        {
          header: t("admin.winner.played"),
          corner: "bottom-end",
          isNumeric: true,
          cell: (winner) => (
            <Labelled label={t("admin.winner.played")}>
              <Amount value={winner.play_amount} size={14} />
            </Labelled>
          ),
        },
        {
          header: t("admin.winner.won"),
          corner: "top-end",
          isNumeric: true,
          cell: (winner) => (
            <span className="text-credit">
              <Labelled label={t("admin.winner.won")}>
                <Amount value={winner.winning_amount} size={14} />
              </Labelled>
            </span>
          ),
        },
        {
          header: t("admin.winner.profit"),
          corner: "third-end",
          isNumeric: true,
          cell: (winner) => (
            <Labelled label={t("admin.winner.profit")}>
              <Amount value={winner.profit} size={14} />
            </Labelled>
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
