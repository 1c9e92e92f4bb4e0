import type { QueryClient } from "@tanstack/react-query";
import { houseName } from "../../lib/house-name.ts";
import { housesIn } from "../../lib/house-names.ts";
import { getLanguage } from "../../lib/messages.ts";
import { toast } from "../../lib/toast.ts";
import type { Notification } from "../../notifications/api.ts";
import { notificationText } from "../../notifications/notification-text.ts";

/** Shows a notification as a toast; it stays in the list of notifications. */
export function tell(client: QueryClient, notification: Notification): void {
  const { title, body } = notificationText(notification, (name) => nameIn(client, name));
  const { kind } = notification;
  if (kind === "win") toast.win(body, title);
  else if (kind === "payment_approved") toast.success(body, title);
  else toast.notice(body, title);
}

/** A house's name in the user's language, if the houses are loaded. */
function nameIn(client: QueryClient, name: string): string {
  const house = housesIn(client).find((other) => other.name === name);
  return house ? houseName(house, getLanguage()) : name;
}
