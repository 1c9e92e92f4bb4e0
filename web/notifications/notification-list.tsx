import {
  ArrowRight,
  CircleCheck,
  CircleX,
  type LucideIcon,
  Megaphone,
  Trophy,
  Undo2,
} from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { dayInIndia } from "../../contract/dates.ts";
import { useToday } from "../lib/clock.ts";
import { formatDay, formatTime } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { classes } from "../ui/classes.ts";
import type { Notification } from "./api.ts";
import { linkOf, notificationText } from "./notification-text.ts";

interface NotificationListProps {
  notifications: readonly Notification[];
  /** Translates a house's name into the user's language. */
  houseNameOf: (name: string) => string;
}

/** The notifications, newest first. An unread one stays marked as new until the list unmounts. */
export function NotificationList({ notifications, houseNameOf }: NotificationListProps) {
  const [newIds, setNewIds] = useState<readonly number[]>([]);
  const isNew = ({ id }: Notification) => newIds.includes(id);
  const unread = notifications.filter((one) => !one.is_read && !isNew(one));
  if (unread.length > 0) setNewIds([...newIds, ...unread.map(({ id }) => id)]);
  return (
    <ul>
      {notifications.map((one) => (
        <Row key={one.id} notification={one} isNew={isNew(one)} houseNameOf={houseNameOf} />
      ))}
    </ul>
  );
}

interface RowProps {
  notification: Notification;
  isNew: boolean;
  houseNameOf: (name: string) => string;
}

function Row({ notification, isNew, houseNameOf }: RowProps) {
  const { t, language } = useMessages();
  const today = useToday();
  const { kind, created_at } = notification;
  const { title, body } = notificationText(notification, houseNameOf);
  const link = linkOf(notification);
  const { icon: Icon, look } = LOOKS[kind];
  const isToday = dayInIndia(created_at) === today;
  return (
    <li
      className={classes(
        "flex gap-3 border-b border-line px-4 py-3 last:border-b-0",
        isNew && "border-l-4 border-l-pine pl-3",
      )}
    >
      <span className={classes("grid size-9 shrink-0 place-items-center rounded-full", look)}>
        <Icon size={18} aria-hidden />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className={isNew ? "font-semibold" : undefined}>{title}</span>
          {isNew && (
            <span className="rounded-full bg-pine px-2 text-12 font-semibold text-on-pine">
              {t("notifications.new")}
            </span>
          )}
        </p>
        <p className="text-14 wrap-break-word whitespace-pre-line text-quiet">{body}</p>
        <p
          className={classes(
            "flex flex-wrap items-center justify-between gap-x-4 text-12 text-quiet",
            link ? "-mb-2 min-h-11" : "mt-1",
          )}
        >
          <time dateTime={created_at}>
            {isToday ? t("ui.today") : formatDay(created_at, language)}, {formatTime(created_at)}
          </time>
          {link && (
            <Link
              to={link.path}
              className="inline-flex min-h-11 items-center gap-1 text-14 font-semibold text-pine"
            >
              {link.label}
              <ArrowRight size={16} aria-hidden />
            </Link>
          )}
        </p>
      </div>
    </li>
  );
}

const LOOKS: Record<Notification["kind"], { icon: LucideIcon; look: string }> = {
  win: { icon: Trophy, look: "bg-marigold-soft text-marigold" },
  result_voided: { icon: Undo2, look: "bg-vermilion-soft text-vermilion" },
  payment_approved: { icon: CircleCheck, look: "bg-pine-soft text-pine" },
  payment_rejected: { icon: CircleX, look: "bg-vermilion-soft text-vermilion" },
  order_voided: { icon: Undo2, look: "bg-marigold-soft text-marigold" },
  broadcast: { icon: Megaphone, look: "bg-indigo-soft text-indigo" },
};
