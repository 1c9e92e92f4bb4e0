import { useMessages } from "../lib/messages.ts";
import { Progress } from "../ui/progress.tsx";
import type { EnteredResult } from "./entered-results.ts";

interface SettlementProgressProps {
  /** Undefined until the settlement begins. */
  progress: EnteredResult["settlement"] | undefined;
}

/** The progress of a settlement. An order counts once for each round of the result. */
export function SettlementProgress({ progress }: SettlementProgressProps) {
  const { t } = useMessages();
  const settled = progress?.settled_orders ?? 0;
  const total = progress?.total_orders ?? 0;
  return (
    <div className="grid gap-1">
      <Progress label={t("admin.result.publishing")} share={total > 0 ? settled / total : 0} />
      <p role="status" className="text-14">
        {progress && t("admin.result.progress", { settled, total })}
      </p>
      <p className="text-14 text-quiet">{t("admin.result.publishing_note")}</p>
    </div>
  );
}
