import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { everyTick, serverNow } from "../lib/clock.ts";
import { refresh } from "../lib/query.ts";
import type { Order } from "./api.ts";

/** Spreads out the requests of all clients, which reach a closing at the same instant. */
const JITTER_MS = 30_000;

/**
 * Orders with their present status: a pending one is confirmed once its booking has closed. That is
 * shown without a request, for the last orders arrive at that instant. They are refetched within
 * half a minute, so that lists of a status and their pages follow.
 */
export function useCurrentOrders(orders: readonly Order[]): Order[] {
  const client = useQueryClient();
  const closed = useSyncExternalStore(everyTick, () => orders.filter(hasClosed).length);
  useEffect(() => {
    if (closed === 0) return undefined;
    const refetch = () => void refresh(client, "GET /orders", "GET /orders/{id}");
    const timer = setTimeout(refetch, Math.random() * JITTER_MS);
    return () => clearTimeout(timer);
  }, [closed, client]);
  return orders.map((order) => (hasClosed(order) ? { ...order, status: "confirmed" } : order));
}

/** Whether an order is listed as pending whose booking has closed. */
const hasClosed = ({ status, closes_at }: Order): boolean =>
  status === "pending" && Date.parse(closes_at) <= (serverNow() ?? 0);
