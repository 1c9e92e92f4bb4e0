import { useHouseNames } from "../../lib/house-names.ts";
import { useMessages } from "../../lib/messages.ts";
import { useNotifications, useMarkAsRead } from "../../notifications/api.ts";
import { NotificationList } from "../../notifications/notification-list.tsx";
import { Card } from "../../ui/card.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { LoadMore } from "../../ui/pagination.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";

/** All notifications of the user; showing them marks them as read. */
export function NotificationsScreen() {
  const { t } = useMessages();
  const houseNameOf = useHouseNames();
  const notifications = useNotifications();
  useMarkAsRead(notifications.data ?? []);
  return (
    <div className="mx-auto max-w-180">
      <PageHeader title={t("shell.notifications")} />
      <Card isFlush className="overflow-hidden max-lg:-mx-4 max-lg:rounded-none max-lg:border-x-0">
        <Loaded
          query={notifications}
          skeleton={<SkeletonRows isInset count={6} className="h-20" />}
        >
          {(all) =>
            all.length > 0 ? (
              <NotificationList notifications={all} houseNameOf={houseNameOf} />
            ) : (
              <EmptyState title={t("notifications.none")}>
                {t("notifications.none_hint")}
              </EmptyState>
            )
          }
        </Loaded>
        <LoadMore query={notifications} />
      </Card>
    </div>
  );
}
