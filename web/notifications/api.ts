import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useCall } from "../lib/call.ts";
import { api, type ApiReply } from "../lib/client.ts";
import { usePages } from "../lib/pages.ts";
import { renewUnread } from "./unread.ts";

type Page = ApiReply<"GET /notifications">;
export type Notification = Page["notifications"][number];

const LIST_KEY = ["GET /notifications", "pages"];

/** The user's notifications, newest first, one page at a time. */
export const useNotifications = () =>
  usePages({
    queryKey: LIST_KEY,
    ask: (query, signal) => api("GET /notifications", { query, signal }),
    rowsOf: ({ notifications }) => notifications,
  });

/** Marks the shown notifications as read, once the page is visible. */
export function useMarkAsRead(shown: readonly Notification[]): void {
  const client = useQueryClient();
  // A failure is ignored: the notifications stay unread until the next visit.
  const { mutate } = useCall("POST /notifications/read", {
    onSuccess: (_, { body: { up_to } }) => {
      client.setQueryData<InfiniteData<Page>>(LIST_KEY, (list) => list && withRead(list, up_to));
      renewUnread(client).catch(() => undefined);
    },
    onError: () => undefined,
  });
  const up_to = shown.some(({ is_read }) => !is_read) ? shown[0]?.id : undefined;
  useEffect(() => {
    if (up_to === undefined) return undefined;
    const markRead = () => {
      if (document.visibilityState === "hidden") return;
      document.removeEventListener("visibilitychange", markRead);
      mutate({ body: { up_to } });
    };
    document.addEventListener("visibilitychange", markRead);
    markRead();
    return () => document.removeEventListener("visibilitychange", markRead);
  }, [up_to, mutate]);
}

const withRead = (list: InfiniteData<Page>, up_to: number): InfiniteData<Page> => ({
  ...list,
  pages: list.pages.map((page) => ({
    ...page,
    notifications: page.notifications.map((one) =>
      one.id <= up_to ? { ...one, is_read: true } : one,
    ),
  })),
});
