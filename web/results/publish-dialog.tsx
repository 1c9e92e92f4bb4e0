import { useState } from "react";
import { ApiError } from "../lib/api-error.ts";
import { formatCount, formatDay, formatMoney } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { isOutcomeUnknown, isTransient } from "../lib/query.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog, Dialog } from "../ui/dialog.tsx";
import { Fact, Facts } from "../ui/facts.tsx";
import { FormError, Warning } from "../ui/notice.tsx";
import { TargetMark } from "../ui/target-mark.tsx";
import { type EnteredResult, failureOf, isSettling, usePublish } from "./entered-results.ts";
import { NamedNumbers } from "./named-numbers.tsx";
import { SettlementProgress } from "./settlement-progress.tsx";

interface PublishDialogProps {
  result: EnteredResult;
  onClose: () => void;
}

/**
 * Confirms publishing, shows the progress of the settlement, and then what was paid. The dialog
 * follows the result in the list, so that the admin always publishes exactly what is on the screen.
 */
export function PublishDialog({ result, onClose }: PublishDialogProps) {
  const { t } = useMessages();
  const hasChanged = useHasChanged(result);
  const { publish, isBusy, isAnnounced, progress, published, error } = usePublish(result);
  if (published || (isBusy && isAnnounced)) {
    return (
      <PublishedDialog
        result={result}
        isSettled={published !== undefined}
        settlement={published ? published.settlement : progress}
        onClose={onClose}
      />
    );
  }
  // The answer was lost, and the list has it.
  if (isOutcomeUnknown(error) && result.is_published) {
    return (
      <PublishedDialog
        result={result}
        isSettled={!isSettling(result)}
        settlement={result.settlement}
        onClose={onClose}
      />
    );
  }
  if (error && !isChangedError(error)) {
    return (
      <FailedDialog
        result={result}
        failure={failureOf(error)}
        onRetry={isTransient(error) ? publish : undefined}
        onClose={onClose}
      />
    );
  }
  if (result.is_published && !isBusy) {
    return <FailedDialog result={result} failure={t("error.result_published")} onClose={onClose} />;
  }
  return (
    <ConfirmDialog
      isOpen
      title={t("admin.result.publish_title")}
      confirm_label={t("admin.result.publish")}
      onConfirm={publish}
      onClose={onClose}
      isBusy={isBusy}
    >
      <div className="grid gap-4">
        <ResultSummary result={result} />
        <Warning>
          {isBusy || !(hasChanged || error) ? undefined : t("error.result_changed")}
        </Warning>
        <div className="grid gap-1">
          <p>{t("admin.result.publish_confirm")}</p>
          <p className="text-14 text-quiet">{t("admin.result.publish_final")}</p>
        </div>
      </div>
    </ConfirmDialog>
  );
}

const isChangedError = (error: Error): boolean =>
  error instanceof ApiError && error.code === "result_changed";

/** Whether the result has changed since the dialog was opened. */
function useHasChanged(result: EnteredResult): boolean {
  const [original] = useState(result);
  return COMPARED_FIELDS.some((field) => original[field] !== result[field]);
}

const COMPARED_FIELDS = ["house_id", "date", "first_round", "second_round"] as const;

interface FailedDialogProps extends PublishDialogProps {
  failure: string;
  onRetry?: (() => void) | undefined;
}

function FailedDialog({ result, failure, onRetry, onClose }: FailedDialogProps) {
  const { t } = useMessages();
  return (
    <Dialog
      isOpen
      title={t("admin.result.publish_title")}
      onClose={onClose}
      footer={
        <>
          <Button kind="secondary" className="flex-1 sm:ml-auto sm:flex-none" onClick={onClose}>
            {t("ui.close")}
          </Button>
          {onRetry && (
            <Button className="flex-1 sm:min-w-36 sm:flex-none" onClick={onRetry}>
              {t("ui.retry")}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <ResultSummary result={result} />
        <FormError>{failure}</FormError>
      </div>
    </Dialog>
  );
}

/** The house, the date and the numbers, large, as everybody will read them. */
function ResultSummary({ result }: { result: EnteredResult }) {
  const { t, language } = useMessages();
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <p>
        <span className="block text-20 font-semibold">
          {result.house_name || t("admin.result.unknown_house")}
        </span>
        <span className="text-quiet">{formatDay(result.date, language)}</span>
      </p>
      <NamedNumbers result={result} />
    </div>
  );
}

interface PublishedDialogProps extends PublishDialogProps {
  isSettled: boolean;
  settlement: EnteredResult["settlement"] | undefined;
}

/**
 * Shows the progress of the settlement, which may take long, and then what was paid. It may be
 * closed early: the list goes on showing the progress.
 */
function PublishedDialog({ result, isSettled, settlement, onClose }: PublishedDialogProps) {
  const { t } = useMessages();
  return (
    <Dialog
      isOpen
      title={t("admin.result.published")}
      onClose={onClose}
      footer={
        <Button isWide onClick={onClose}>
          {t("ui.close")}
        </Button>
      }
    >
      <div className="grid gap-4">
        <div role="status" className="empty:absolute">
          {isSettled && (
            <p className="flex items-center gap-3 text-pine">
              <TargetMark size={40} isHit />
              <span className="font-semibold">{t("admin.result.published_done")}</span>
            </p>
          )}
        </div>
        <ResultSummary result={result} />
        {isSettled ? (
          <PayoutFacts settlement={settlement} />
        ) : (
          <SettlementProgress progress={settlement} />
        )}
      </div>
    </Dialog>
  );
}

function PayoutFacts({ settlement }: Pick<PublishedDialogProps, "settlement">) {
  const { t } = useMessages();
  if (!settlement) return null;
  return (
    <Facts columns="pairs">
      <Fact label={t("admin.result.payouts")}>
        <span className="text-20 font-semibold">{formatCount(settlement.winners)}</span>
      </Fact>
      <Fact label={t("admin.result.paid")}>
        <span className="text-20 font-semibold">{formatMoney(settlement.paid)}</span>
      </Fact>
    </Facts>
  );
}
