import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";
import type { RouteKey } from "../../lib/client.ts";
import type { Order } from "../../orders/api.ts";

/** When to act: after a delay, plus a random share of `within_ms` that spreads clients out. */
export interface When {
  after_ms?: number;
  within_ms?: number;
}

/** The calls whose data events can change. */
const CHANGED_BY_EVENTS = [
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

/** Refetches everything that events can change, because some may have been missed. */
export const renewAll = (client: QueryClient, when?: When): void =>
  renew(
    client,
    CHANGED_BY_EVENTS.map((route) => [route]),
    when,
  );

/**
 * Refetches what events can change only where that is uncertain: where the last request failed, or
 * is on its way, perhaps on a connection that is dead by now.
 */
export function renewUncertain(client: QueryClient): void {
  for (const route of CHANGED_BY_EVENTS) {
    restartFetches(client, [route]);
    void client.refetchQueries({
      queryKey: [route],
      type: "active",
      predicate: ({ state }) => state.status === "error",
    });
  }
}

/**
 * Marks data as stale. Refetches what is on the screen at the given time, and the rest when it is
 * next shown. A response that is on its way may be older than the change, would replace newer data
 * and then count as fresh: its request is made anew at once.
 */
export function renew(client: QueryClient, keys: readonly QueryKey[], when: When = {}): void {
  for (const queryKey of keys) {
    void client.invalidateQueries({ queryKey, refetchType: "none" });
    restartFetches(client, queryKey);
  }
  later(when, () => {
    // Data that was refetched in the meantime is no longer stale, and skipped.
    for (const queryKey of keys) {
      void client.refetchQueries({ queryKey, type: "active", stale: true });
    }
  });
}

function restartFetches(client: QueryClient, queryKey: QueryKey): void {
  for (const query of client.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" })) {
    // Whoever awaits the first request receives the second one's outcome.
    void query.cancel({ silent: true });
    query.fetch().catch(() => undefined);
  }
}

interface Draw {
  house_id: number;
  date: string;
}

/**
 * The same for all data that contains an unsettled order of a draw, by what is loaded. What is on
 * its way may contain one, too.
 */
export function renewOrdersOf(client: QueryClient, draw: Draw, when: When): void {
  restartFetches(client, ["GET /orders"]);
  restartFetches(client, ["GET /orders/{id}"]);
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
