import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useToday } from "../lib/clock.ts";
import { formatDay } from "../lib/format.ts";
import { useHouseNames } from "../lib/house-names.ts";
import { useMessages } from "../lib/messages.ts";
import { apiQuery } from "../lib/query.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { RefreshFailure } from "../ui/refresh-failure.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { EmptyState, Loaded } from "../ui/states.tsx";
import { Days } from "./days.tsx";
import { type EnteredResult, useEnteredResults } from "./entered-results.ts";
import { EnteredRow } from "./entered-row.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { ResultForm } from "./result-form.tsx";

type OpenDialog =
  | { action: "add"; result?: undefined }
  | { action: "edit" | "publish"; result: EnteredResult };

/** Admins enter and publish results here. */
export function ManageResultsScreen() {
  const { t } = useMessages();
  const houses = useQuery(apiQuery("GET /houses", { query: { is_active: "all" } }));
  const houseNameOf = useHouseNames();
  const withHouseName = (result: EnteredResult): EnteredResult => ({
    ...result,
    house_name: houseNameOf(result.house_name),
  });
  const results = useEnteredResults();
  const [dialog, setDialog] = useState<OpenDialog>();
  const closeDialog = () => setDialog(undefined);
  const add_button = (
    <Button icon={<Plus size={18} aria-hidden />} onClick={() => setDialog({ action: "add" })}>
      {t("admin.result.add")}
    </Button>
  );
  if (houses.data?.length === 0) return <NoHouses />;
  return (
    <>
      <PageHeader
        title={t("admin.result.title")}
        lead={t("admin.result.lead")}
        action={add_button}
      />
      <RefreshFailure query={results} />
      <Loaded query={results} skeleton={<SkeletonRows className="h-24 w-full" />}>
        {(rows) =>
          rows.length > 0 ? (
            <ResultCards rows={rows.map(withHouseName)} onOpen={setDialog} />
          ) : (
            <div className="surface">
              <EmptyState title={t("admin.result.none")}>{t("admin.result.none_hint")}</EmptyState>
            </div>
          )
        }
      </Loaded>
      {dialog?.action === "publish" && (
        <PublishDialog
          key={dialog.result.id}
          result={withHouseName(
            results.data?.find(({ id }) => id === dialog.result.id) ?? dialog.result,
          )}
          onClose={closeDialog}
        />
      )}
      {(dialog?.action === "add" || dialog?.action === "edit") &&
        (houses.data ? (
          <ResultForm
            key={dialog.result?.id}
            result={dialog.result}
            houses={houses.data}
            onClose={closeDialog}
          />
        ) : (
          <Dialog isOpen title={t("admin.result.choose_house")} onClose={closeDialog}>
            <Loaded query={houses} error_title={t("failure.houses")}>
              {() => null}
            </Loaded>
          </Dialog>
        ))}
    </>
  );
}

interface ResultsProps {
  rows: readonly EnteredResult[];
  onOpen: (dialog: OpenDialog) => void;
}

/** A card for each day, below one for the unpublished results of past days. */
function ResultCards({ rows, onOpen }: ResultsProps) {
  const { t, language } = useMessages();
  const today = useToday();
  const isForgotten = ({ is_published, date }: EnteredResult) =>
    !is_published && today !== undefined && date < today;
  const forgotten = rows.filter(isForgotten);
  const others = rows.filter((row) => !isForgotten(row));
  return (
    <div className="grid gap-4">
      {forgotten.length > 0 && (
        <Card isFlush title={t("admin.result.unpublished")}>
          <Rows rows={forgotten} hasDates onOpen={onOpen} />
        </Card>
      )}
      <Days rows={others}>
        {(date, results) => (
          <Card key={date} isFlush title={formatDay(date, language)}>
            <Rows rows={results} onOpen={onOpen} />
          </Card>
        )}
      </Days>
    </div>
  );
}

const Rows = ({ rows, hasDates, onOpen }: ResultsProps & { hasDates?: boolean }) => (
  <ul className="border-t border-line">
    {rows.map((result) => (
      <EnteredRow
        key={result.id}
        result={result}
        hasDate={hasDates}
        onEdit={() => onOpen({ action: "edit", result })}
        onPublish={() => onOpen({ action: "publish", result })}
      />
    ))}
  </ul>
);

function NoHouses() {
  const { t } = useMessages();
  return (
    <>
      <PageHeader title={t("admin.result.title")} />
      <div className="surface">
        <EmptyState
          title={t("admin.result.no_houses")}
          action={<ButtonLink to="/app/admin/houses">{t("admin.result.manage_houses")}</ButtonLink>}
        />
      </div>
    </>
  );
}
