import { Bell as BellIcon } from "lucide-react";
import { MAX_UNREAD } from "../../contract/notifications/rules.ts";
import { useMessages } from "../lib/messages.ts";
import { classes } from "../ui/classes.ts";
import { useUnread } from "./unread.ts";

/** The content of a link to the notifications. With `isWide` its name is visible. */
export function Bell({ isWide }: { isWide?: boolean }) {
  const { t } = useMessages();
  const unread = useUnread() ?? 0;
  return (
    <>
      <span aria-hidden className={classes("grid", !isWide && "relative")}>
        <BellIcon size={isWide ? 20 : 22} />
        {!isWide && <Count unread={unread} className="absolute -top-2.5 left-3 ring-2" />}
      </span>
      <span className={isWide ? undefined : "sr-only"}>{t("shell.notifications")}</span>
      {isWide && <Count unread={unread} className="ml-auto" />}
      {unread > 0 && <span className="sr-only">{t("shell.unread", { count: unread })}</span>}
    </>
  );
}

function Count({ unread, className }: { unread: number; className: string }) {
  if (unread === 0) return null;
  return (
    <span
      aria-hidden
      className={classes(
        "grid h-5 min-w-5 place-items-center rounded-full bg-vermilion px-1 text-12",
        "font-semibold text-on-vermilion ring-card",
        className,
      )}
    >
      {unread < MAX_UNREAD ? unread : `${MAX_UNREAD - 1}+`}
    </span>
  );
}

/** Announces the number of unread notifications to screen readers when it changes. */
export function UnreadNotice() {
  const { t } = useMessages();
  const unread = useUnread() ?? 0;
  return (
    <p role="status" className="sr-only">
      {unread > 0 && `${t("shell.notifications")}: ${t("shell.unread", { count: unread })}`}
    </p>
  );
}
