import { type QueryClient, useQuery } from "@tanstack/react-query";
import { api } from "../lib/client.ts";

/** A separate key, so that refetching the list does not concern the count. */
const UNREAD = ["unread notifications"] as const;

/** The number of unread notifications that the server last sent; undefined before that. */
export const useUnread = (): number | undefined =>
  useQuery({ queryKey: UNREAD, queryFn: fetchUnread, enabled: false }).data;

export function showUnread(client: QueryClient, unread: number): void {
  client.setQueryData<number>(UNREAD, unread);
}

/** Requests the number, for when no event has sent it. */
export async function renewUnread(client: QueryClient): Promise<void> {
  showUnread(client, await fetchUnread());
}

const fetchUnread = async (): Promise<number> =>
  (await api("GET /notifications", { query: { limit: 1 } })).unread;
