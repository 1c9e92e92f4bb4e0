import type { Round } from "../../../contract/orders/rules.ts";
import { houseName } from "../../lib/house-name.ts";
import { ANY_DAY, roundsOn } from "../../houses/rounds.ts";
import type { ApiReply } from "../../lib/client.ts";
import { formatRupees, formatTime } from "../../lib/format.ts";
import { useMessages } from "../../lib/messages.ts";
import { Table } from "../../ui/table.tsx";

type House = ApiReply<"GET /houses">[number];

/** The rounds of each house, when their booking closes, and the limits of a stake. */
export function HouseHours({ houses }: { houses: readonly House[] }) {
  const { t, language } = useMessages();
  return (
    <Table
      caption={t("rules.hours")}
      rows={houses}
      keyOf={({ id }) => id}
      columns={[
        {
          header: t("rules.house"),
          cell: (house) => <span className="font-semibold">{houseName(house, language)}</span>,
        },
        { header: t("round.first"), cell: (house) => <Hour house={house} round="first" /> },
        { header: t("round.second"), cell: (house) => <Hour house={house} round="second" /> },
        {
          header: t("rules.limits"),
          isNumeric: true,
          cell: ({ min_play, max_play }) => (
            <span className="whitespace-nowrap">
              {t("rules.range", { min: formatRupees(min_play), max: formatRupees(max_play) })}
            </span>
          ),
        },
      ]}
    />
  );
}

function Hour({ house, round }: { house: House; round: Round }) {
  const { t } = useMessages();
  const found = roundsOn([house], ANY_DAY).find((other) => other.round === round);
  if (!found) return null;
  return (
    <span className="py-1 text-right md:@table:py-0 md:@table:text-left">
      {formatTime(found.starts_at)}
      <span className="block text-12 text-quiet">
        {t("rules.closes", { time: formatTime(found.closes_at) })}
      </span>
    </span>
  );
}
