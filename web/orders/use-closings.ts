import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useHasPassed } from "../lib/clock.ts";
import { refresh } from "../lib/query.ts";
import type { Order } from "./api.ts";

const JITTER_MS = 2_000;

/**
 * Refetches orders when the booking of the next pending order closes, because its status changes
 * then. Requests are spread over two seconds: all clients reach a closing at the same instant, when
 * the last orders also arrive.
 */
export function useClosings(orders: readonly Order[]): void {
  const client = useQueryClient();
  const [next] = orders
    .filter((order) => order.status === "pending")
    .map((order) => order.closes_at)
    .sort((a, b) => Date.parse(a) - Date.parse(b));
  const hasPassed = useHasPassed(next);
  useEffect(() => {
    if (!hasPassed) return undefined;
    const refetch = () => void refresh(client, "GET /orders", "GET /orders/{id}");
    const timer = setTimeout(refetch, Math.random() * JITTER_MS);
    return () => clearTimeout(timer);
  }, [hasPassed, next, client]);
}
