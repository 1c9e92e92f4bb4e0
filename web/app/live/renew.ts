import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";
import type { RouteKey } from "../../lib/client.ts";
import type { Order } from "../../orders/api.ts";

/** A time to act: after some milliseconds, and how far from then screens are spread. */
export interface When {
  after_ms?: number;
  within_ms?: number;
}

/** What a screen shows that events tell of. */
const TOLD_OF = [
  "GET /auth/me",
  "GET /results/latest",
  "GET /results",
  "GET /houses/{id}/can-play",
  "GET /orders",
  "GET /orders/{id}",
  "GET /wallet/balance",
  "GET /wallet/transactions",
  "GET /wallet/requests",
  "GET /notifications",
] as const satisfies readonly RouteKey[];

/** Everything that events tell of is asked for again: some may have been missed. */
export const renewAll = (client: QueryClient, when?: When): void =>
  renew(
    client,
    TOLD_OF.map((route) => [route]),
    when,
  );

/**
 * What was loaded is out of date. What is on the screen is asked for again, at the time that is
 * given; the rest when it is next shown.
 */
export function renew(client: QueryClient, keys: readonly QueryKey[], when: When = {}): void {
  for (const queryKey of keys) void client.invalidateQueries({ queryKey, refetchType: "none" });
  later(when, () => {
    // What was asked for meanwhile by itself is no longer out of date.
    for (const queryKey of keys) {
      void client.refetchQueries({ queryKey, type: "active", stale: true });
    }
  });
}

interface Draw {
  house_id: number;
  date: string;
}

/** The same for what shows an order of a draw that is not settled, as far as is known here. */
export function renewOrdersOf(client: QueryClient, draw: Draw, when: When): void {
  later(when, () => renew(client, keysOfOpenOrders(client, draw)));
}

function keysOfOpenOrders(client: QueryClient, { house_id, date }: Draw): QueryKey[] {
  const isOpen = (order: Order) =>
    order.house_id === house_id &&
    order.play_date === date &&
    (order.status === "pending" || order.status === "confirmed");
  const lists = client.getQueriesData<Order[] | InfiniteData<Order[]>>({
    queryKey: ["GET /orders"],
  });
  const single = client.getQueriesData<Order>({ queryKey: ["GET /orders/{id}"] });
  return [
    ...lists.map(([key, list]) => ({ key, orders: ordersIn(list) })),
    ...single.map(([key, order]) => ({ key, orders: order ? [order] : [] })),
  ].flatMap(({ key, orders }) => (orders.some(isOpen) ? [key] : []));
}

function ordersIn(list: Order[] | InfiniteData<Order[]> | undefined): Order[] {
  if (list === undefined) return [];
  return "pages" in list ? list.pages.flat() : list;
}

export function later({ after_ms = 0, within_ms = 0 }: When, act: () => void): void {
  if (after_ms + within_ms === 0) return act();
  setTimeout(act, after_ms + Math.random() * within_ms);
}
