import { formatCount, formatDay } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { Amount } from "../ui/amount.tsx";
import { Table } from "../ui/table.tsx";
import type { DayRevenue } from "./api.ts";
import { Labelled, LabelledAmount } from "./labelled.tsx";

interface DaysTableProps {
  caption: string;
  /** Oldest first; the table shows the newest first. */
  days: readonly DayRevenue[];
}

export function DaysTable({ caption, days }: DaysTableProps) {
  const { t, language } = useMessages();
  return (
    <Table
      caption={caption}
      rows={[...days].reverse()}
      keyOf={(day) => day.date}
      columns={[
        {
          header: t("admin.figures.date"),
          corner: "top-start",
          cell: (day) => <span className="whitespace-nowrap">{formatDay(day.date, language)}</span>,
        },
        {
          header: t("admin.figures.revenue"),
          corner: "top-end",
          isNumeric: true,
          cell: (day) => <Amount value={day.revenue} size={14} />,
        },
        {
          header: t("admin.figures.orders"),
          corner: "bottom-start",
          isNumeric: true,
          cell: (day) => (
            <Labelled label={t("admin.figures.orders")}>{formatCount(day.orders)}</Labelled>
          ),
        },
        {
          header: t("admin.figures.winnings"),
          corner: "bottom-end",
          isNumeric: true,
          cell: (day) => (
            <LabelledAmount label={t("admin.figures.winnings")} value={day.winnings} />
          ),
        },
        {
          header: t("admin.figures.net"),
          corner: "third-end",
          isNumeric: true,
          cell: (day) => <LabelledAmount label={t("admin.figures.net")} value={day.net} />,
        },
      ]}
    />
  );
}
