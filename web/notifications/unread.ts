import { type QueryClient, useQuery } from "@tanstack/react-query";
import { api } from "../lib/client.ts";

/** Apart from the list, which is asked for again when something new is in it. */
const UNREAD = ["unread notifications"] as const;

/** How many are unread, as the server told it last; undefined before. */
export const useUnread = (): number | undefined =>
  useQuery({ queryKey: UNREAD, queryFn: askUnread, enabled: false }).data;

export function showUnread(client: QueryClient, unread: number): void {
  client.setQueryData<number>(UNREAD, unread);
}

/** Asks for the number, where no event tells it. */
export async function renewUnread(client: QueryClient): Promise<void> {
  showUnread(client, await askUnread());
}

const askUnread = async (): Promise<number> =>
  (await api("GET /notifications", { query: { limit: 1 } })).unread;
