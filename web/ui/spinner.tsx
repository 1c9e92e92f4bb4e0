import { useMessages } from "../lib/messages.ts";
import { TargetMark } from "./target-mark.tsx";

/** The loading indicator of a whole page or panel. */
export function Spinner() {
  const { t } = useMessages();
  return (
    <div role="status" className="grid min-h-48 place-items-center text-pine">
      <TargetMark size={48} isBusy />
      <span className="sr-only">{t("ui.loading")}</span>
    </div>
  );
}
