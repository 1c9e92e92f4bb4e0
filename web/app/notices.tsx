import { useSyncExternalStore } from "react";
import { useMessages } from "../lib/messages.ts";
import { getNewVersion, onNewVersion } from "../lib/new-version.ts";
import { Button } from "../ui/button.tsx";
import { OfflineNotice } from "../ui/states.tsx";

/** Notices above every page: no network, or a newer version is ready. */
export const Notices = () => (
  <>
    <OfflineNotice />
    <NewVersionNotice />
  </>
);

function NewVersionNotice() {
  const { t } = useMessages();
  const goOver = useSyncExternalStore(onNewVersion, getNewVersion, () => undefined);
  return (
    <div role="status">
      {goOver && (
        <p className="flex items-center justify-center gap-3 bg-indigo-soft px-4 py-1 text-14 text-indigo">
          {t("ui.new_version")}
          <Button kind="quiet" onClick={goOver}>
            {t("ui.reload_short")}
          </Button>
        </p>
      )}
    </div>
  );
}
