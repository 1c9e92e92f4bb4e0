import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useCall } from "../lib/call.ts";
import { api, type ApiReply } from "../lib/client.ts";
import { usePages } from "../lib/pages.ts";
import { renewUnread } from "./unread.ts";

type Page = ApiReply<"GET /notifications">;
export type Notification = Page["notifications"][number];

const PAGES = ["GET /notifications", "pages"];

/** What one was told, newest first, a page at a time. */
export const useNotifications = () =>
  usePages({
    queryKey: PAGES,
    ask: (query, signal) => api("GET /notifications", { query, signal }),
    rowsOf: ({ notifications }) => notifications,
  });

/** Marks as read what stands on the screen, once somebody looks at it. */
export function useReading(shown: readonly Notification[]): void {
  const client = useQueryClient();
  // It is nobody's business that this failed: what is unread stays so until the next time.
  const { mutate } = useCall("POST /notifications/read", {
    onSuccess: (_, { body: { up_to } }) => {
      client.setQueryData<InfiniteData<Page>>(PAGES, (list) => list && withRead(list, up_to));
      renewUnread(client).catch(() => undefined);
    },
    onError: () => undefined,
  });
  const up_to = shown.some(({ is_read }) => !is_read) ? shown[0]?.id : undefined;
  useEffect(() => {
    if (up_to === undefined) return undefined;
    const read = () => {
      if (document.visibilityState === "hidden") return;
      document.removeEventListener("visibilitychange", read);
      mutate({ body: { up_to } });
    };
    document.addEventListener("visibilitychange", read);
    read();
    return () => document.removeEventListener("visibilitychange", read);
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
