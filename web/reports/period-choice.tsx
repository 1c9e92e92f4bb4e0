import { useSearchParams } from "wouter";
import { useMessages } from "../lib/messages.ts";
import { Segmented } from "../ui/segmented.tsx";

/** The number of days is kept in the query string; it defaults to `default_days`. */
export function usePeriod(
  periods: readonly number[],
  default_days: number,
): [number, (days: number) => void] {
  const [search, setSearch] = useSearchParams();
  const days = periods.find((period) => String(period) === search.get("days")) ?? default_days;
  const change = (next: number) =>
    setSearch(next === default_days ? {} : { days: String(next) }, { replace: true });
  return [days, change];
}

interface PeriodChoiceProps {
  periods: readonly number[];
  days: number;
  onChange: (days: number) => void;
}

export function PeriodChoice({ periods, days, onChange }: PeriodChoiceProps) {
  const { t } = useMessages();
  return (
    <Segmented
      label={t("admin.figures.period")}
      value={String(days)}
      onChange={(value) => onChange(Number(value))}
      options={periods.map((period) => ({
        value: String(period),
        label: period === 1 ? t("ui.today") : t("admin.figures.days", { days: period }),
      }))}
    />
  );
}
