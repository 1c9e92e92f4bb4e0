import type { QueryClient } from "@tanstack/react-query";
import { houseName } from "../../lib/house-name.ts";
import { housesIn } from "../../lib/house-names.ts";
import { getLanguage } from "../../lib/messages.ts";
import { toast } from "../../lib/toast.ts";
import type { Notification } from "../../notifications/api.ts";
import { notificationText } from "../../notifications/notification-text.ts";

/** Says what is new, in a moment's notice; it stays to be read among the notifications. */
export function tell(client: QueryClient, notification: Notification): void {
  const { title, body } = notificationText(notification, (name) => nameIn(client, name));
  const { kind } = notification;
  if (kind === "win") toast.win(body, title);
  else if (kind === "payment_approved") toast.success(body, title);
  else toast.notice(body, title);
}

/** A house's name in the person's language, where the houses are loaded. */
function nameIn(client: QueryClient, name: string): string {
  const house = housesIn(client).find((other) => other.name === name);
  return house ? houseName(house, getLanguage()) : name;
}
