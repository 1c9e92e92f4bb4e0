import { Bell as BellIcon } from "lucide-react";
import { MOST_UNREAD } from "../../contract/notifications/rules.ts";
import { useMessages } from "../lib/messages.ts";
import { classes } from "../ui/classes.ts";
import { useUnread } from "./unread.ts";

/** A bell with the number of unread notifications; what it stands in has it in words. */
export function Bell({ className }: { className?: string }) {
  const unread = useUnread() ?? 0;
  return (
    <span aria-hidden className={classes("relative inline-grid", className)}>
      <BellIcon size={22} />
      {unread > 0 && (
        <span className="absolute -top-2.5 left-3 grid h-5 min-w-5 place-items-center rounded-full bg-vermilion px-1 text-12 font-semibold text-on-vermilion ring-2 ring-card">
          {unread < MOST_UNREAD ? unread : `${MOST_UNREAD - 1}+`}
        </span>
      )}
    </span>
  );
}

/** The number in words, for what the bell stands in. */
export function UnreadWords() {
  const { t } = useMessages();
  const unread = useUnread() ?? 0;
  return unread > 0 && <span className="sr-only">{t("shell.unread", { count: unread })}</span>;
}

/** The same, said aloud when it changes. */
export function UnreadNotice() {
  const { t } = useMessages();
  const unread = useUnread() ?? 0;
  return (
    <p role="status" className="sr-only">
      {unread > 0 && `${t("shell.notifications")}: ${t("shell.unread", { count: unread })}`}
    </p>
  );
}
