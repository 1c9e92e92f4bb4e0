import { Trash2 } from "lucide-react";
import { Fragment } from "react";
import { formatRupees, formatTime } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { ActiveBadge } from "../ui/active-badge.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { Table } from "../ui/table.tsx";
import { houseName } from "../lib/house-name.ts";
import type { House } from "./managed-houses.ts";
import { ANY_DAY, roundsOn } from "./rounds.ts";

interface HouseTableProps {
  houses: readonly House[];
  onEdit: (house: House) => void;
  onSwitch: (house: House) => void;
  onDelete: (house: House) => void;
}

export function HouseTable({ houses, ...actions }: HouseTableProps) {
  const { t, language } = useMessages();
  return (
    <Table
      isWide
      caption={t("admin.house.list")}
      rows={houses}
      keyOf={(house) => house.id}
      columns={[
        {
          header: t("admin.house.house"),
          cell: (house) => (
            <span className="@max-4xl:ml-auto @max-4xl:text-right">
              <span className="block font-semibold">{houseName(house, language)}</span>
              <span className="text-12 text-quiet">#{house.id}</span>
            </span>
          ),
        },
        { header: t("admin.house.location"), cell: (house) => house.location },
        { header: t("admin.house.timings"), cell: (house) => <Timings house={house} /> },
        {
          header: t("admin.house.limits"),
          cell: ({ min_play, max_play }) => (
            <span className="whitespace-nowrap">
              {t("admin.house.limits_range", {
                min: formatRupees(min_play),
                max: formatRupees(max_play),
              })}
            </span>
          ),
        },
        { header: t("admin.status"), cell: (house) => <ActiveBadge isActive={house.is_active} /> },
        {
          header: t("admin.actions"),
          hasHiddenHeader: true,
          cell: (house) => (
            <HouseActions
              house={house}
              onEdit={() => actions.onEdit(house)}
              onSwitch={() => actions.onSwitch(house)}
              onDelete={() => actions.onDelete(house)}
            />
          ),
        },
      ]}
    />
  );
}

function Timings({ house }: { house: House }) {
  const { t } = useMessages();
  return (
    <span className="grid grid-cols-[auto_auto] justify-start gap-x-3 @4xl:whitespace-nowrap">
      {roundsOn([house], ANY_DAY).map(({ round, starts_at }) => (
        <Fragment key={round}>
          <span className="text-quiet">{t(`round.${round}`)}</span>
          <span className="text-right">{formatTime(starts_at)}</span>
        </Fragment>
      ))}
    </span>
  );
}

interface HouseActionsProps {
  house: House;
  onEdit: () => void;
  onSwitch: () => void;
  onDelete: () => void;
}

function HouseActions({ house, onEdit, onSwitch, onDelete }: HouseActionsProps) {
  const { t, language } = useMessages();
  const name = houseName(house, language);
  const change = house.is_active ? t("admin.deactivate") : t("admin.activate");
  return (
    <span className="flex flex-1 flex-wrap items-center gap-2 py-1 @4xl:flex-nowrap @4xl:justify-end @4xl:py-0">
      <Button kind="secondary" aria-label={`${t("admin.edit")}: ${name}`} onClick={onEdit}>
        {t("admin.edit")}
      </Button>
      <Button kind="secondary" aria-label={`${change}: ${name}`} onClick={onSwitch}>
        {change}
      </Button>
      <IconButton
        label={`${t("admin.house.delete")}: ${name}`}
        className="@max-4xl:ml-auto"
        onClick={onDelete}
      >
        <Trash2 size={18} aria-hidden />
      </IconButton>
    </span>
  );
}
