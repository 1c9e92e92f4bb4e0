import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useSearchParams } from "wouter";
import { sentenceOfFailure } from "../../lib/api-error.ts";
import { houseName } from "../../lib/house-name.ts";
import { useHouseNames } from "../../lib/house-names.ts";
import type { ApiReply } from "../../lib/client.ts";
import { useMessages } from "../../lib/messages.ts";
import { apiQuery } from "../../lib/query.ts";
import { toast } from "../../lib/toast.ts";
import { FrequencyCard } from "../../results/frequency-card.tsx";
import { MonthDays } from "../../results/month-days.tsx";
import { usePublishedResults } from "../../results/published-results.ts";
import { ResultDays } from "../../results/result-days.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { Tabs } from "../../ui/tabs.tsx";

const VIEWS = ["list", "month"] as const;
const RANGES = ["1", "7", "30"] as const;

/** The published numbers: of the last days, or of a month of one house. */
export function ResultsScreen() {
  const { t } = useMessages();
  const [search, setSearch] = useSearchParams();
  const houses = useQuery(apiQuery("GET /houses"));
  const view = VIEWS.find((name) => name === search.get("view")) ?? "list";
  const change = (changes: Record<string, string>) =>
    setSearch((before) => ({ ...Object.fromEntries(before), ...changes }), { replace: true });
  const house = houses.data?.find(({ id }) => String(id) === search.get("house"));
  return (
    <>
      <PageHeader title={t("results.title")} />
      <Tabs
        label={t("results.title")}
        value={view}
        onChange={(value) => change({ view: value })}
        tabs={VIEWS.map((value) => ({ value, label: t(`results.view_${value}`) }))}
      >
        <Loaded query={houses} error_title={t("failure.houses")}>
          {(all) =>
            view === "list" ? (
              <ListView
                houses={all}
                house={house}
                range={RANGES.find((days) => days === search.get("days")) ?? "7"}
                onChange={change}
              />
            ) : (
              <OneMonth houses={all} house={house ?? all[0]} onChange={change} />
            )
          }
        </Loaded>
      </Tabs>
    </>
  );
}

type House = ApiReply<"GET /houses">[number];

interface ViewProps {
  houses: readonly House[];
  house: House | undefined;
  onChange: (changes: Record<string, string>) => void;
}

function ListView({ houses, house, range, onChange }: ViewProps & { range: string }) {
  const { t } = useMessages();
  const houseNameOf = useHouseNames();
  const results = usePublishedResults(Number(range), house?.id);
  const reload = async () => {
    const { error, data } = await results.refetch();
    // Without data the failure stands in place of the list.
    if (error && data) toast.failure(sentenceOfFailure(error));
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
        <div className="max-sm:col-span-2">
          <HouseSelect houses={houses} house={house} onChange={onChange} hasAll />
        </div>
        <Segmented
          label={t("results.range")}
          hasVisibleLabel
          value={range}
          onChange={(days) => onChange({ days })}
          options={RANGES.map((value) => ({ value, label: t(`results.range_${value}`) }))}
        />
        <Button
          kind="secondary"
          icon={<RotateCw size={16} aria-hidden />}
          isBusy={results.isFetching}
          onClick={() => void reload()}
        >
          <span className="max-sm:sr-only">{t("ui.refresh")}</span>
        </Button>
      </div>
      <Loaded query={results} skeleton={<SkeletonRows count={4} className="h-24 w-full" />}>
        {(rows) =>
          rows.length > 0 ? (
            <ResultDays results={rows} houseNameOf={houseNameOf} />
          ) : (
            <NoResults range={range} onWiden={() => onChange({ days: "30" })} />
          )
        }
      </Loaded>
    </div>
  );
}

function NoResults({ range, onWiden }: { range: string; onWiden: () => void }) {
  const { t } = useMessages();
  return (
    <EmptyState
      title={t("results.none")}
      action={range !== "30" && <Button onClick={onWiden}>{t("results.widen")}</Button>}
    >
      {t("results.none_hint")}
    </EmptyState>
  );
}

/** Without a house, the results of all houses would look like those of one. */
function OneMonth({ house, ...view }: ViewProps) {
  const { t } = useMessages();
  return house ? (
    <MonthView house={house} {...view} />
  ) : (
    <EmptyState title={t("results.no_houses")} />
  );
}

const MONTH_DAYS = 30;

function MonthView({ houses, house, onChange }: ViewProps & { house: House }) {
  const { t } = useMessages();
  const { isPlaceholderData, ...results } = usePublishedResults(MONTH_DAYS, house.id);
  // The rows do not show their house, so another house's rows must not stand in while loading.
  const data = isPlaceholderData ? undefined : results.data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="sm:max-w-88">
        <HouseSelect houses={houses} house={house} onChange={onChange} />
      </div>
      <Loaded
        query={{ ...results, data }}
        skeleton={<SkeletonRows count={2} className="h-48 w-full" />}
      >
        {(rows) =>
          rows.length > 0 ? (
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2 lg:gap-6">
              <FrequencyCard results={rows} />
              <MonthDays results={rows} />
            </div>
          ) : (
            <EmptyState title={t("results.none")}>{t("results.none_hint")}</EmptyState>
          )
        }
      </Loaded>
    </div>
  );
}

function HouseSelect({ houses, house, onChange, hasAll }: ViewProps & { hasAll?: boolean }) {
  const { t, language } = useMessages();
  return (
    <SelectField
      label={t("results.house")}
      value={house ? String(house.id) : ""}
      onChange={({ target }) => onChange({ house: target.value })}
      options={[
        ...(hasAll ? [{ value: "", label: t("results.all_houses") }] : []),
        ...houses.map((one) => ({ value: String(one.id), label: houseName(one, language) })),
      ]}
    />
  );
}
