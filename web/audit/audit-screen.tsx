import { useMessages } from "../lib/messages.ts";
import { Button } from "../ui/button.tsx";
import { FilterPills } from "../ui/filter-pills.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { LoadMore } from "../ui/pagination.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { EmptyState, Loaded } from "../ui/states.tsx";
import { type AuditFilter, KINDS, useAudit, useAuditFilter } from "./audit.ts";
import { EntryRow } from "./entry-row.tsx";

const EVERYTHING: AuditFilter = { kind: "all", subject_id: undefined, admin_id: undefined };

/** The audit trail: who changed what, the values before and after, when and from where. */
export function AuditScreen() {
  const { t } = useMessages();
  const [filter, setFilter] = useAuditFilter();
  const audit = useAudit(filter);
  const isNarrowed = filter.subject_id !== undefined || filter.admin_id !== undefined;
  return (
    <>
      <PageHeader title={t("admin.entry.title")} lead={t("admin.entry.lead")} />
      {isNarrowed ? (
        <NarrowedNotice onShowAll={() => setFilter(EVERYTHING)} />
      ) : (
        <FilterPills
          label={t("admin.entry.kind")}
          value={filter.kind}
          onChange={(kind) => setFilter({ ...EVERYTHING, kind })}
          options={[
            { value: "all", label: t("admin.entry.all") },
            ...KINDS.map((value) => ({ value, label: t(`admin.entry.kinds.${value}`) })),
          ]}
        />
      )}
      <section
        aria-label={t("admin.entry.list")}
        className="surface mt-4 overflow-hidden max-lg:-mx-4 max-lg:rounded-none max-lg:border-x-0"
      >
        <Loaded query={audit} skeleton={<SkeletonRows isInset count={6} className="h-20" />}>
          {(entries) =>
            entries.length === 0 ? (
              <EmptyState title={t("admin.entry.none")}>{t("admin.entry.none_hint")}</EmptyState>
            ) : (
              <ul className="@container">
                {entries.map((entry) => (
                  <EntryRow key={entry.id} entry={entry} />
                ))}
              </ul>
            )
          }
        </Loaded>
        <LoadMore query={audit} />
      </section>
    </>
  );
}

function NarrowedNotice({ onShowAll }: { onShowAll: () => void }) {
  const { t } = useMessages();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-14">
        {t("admin.entry.narrowed")}
      </p>
      <Button kind="secondary" onClick={onShowAll}>
        {t("admin.entry.show_all")}
      </Button>
    </div>
  );
}
