import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useHasPassed } from "../lib/clock.ts";
import { refresh } from "../lib/query.ts";
import type { Order } from "./api.ts";

/** Asks again when the booking of a pending order closes, since its status is another then. */
export function useClosings(orders: readonly Order[]): void {
  const client = useQueryClient();
  const [next] = orders
    .filter((order) => order.status === "pending")
    .map((order) => order.closes_at)
    .sort((one, other) => Date.parse(one) - Date.parse(other));
  const hasPassed = useHasPassed(next);
  useEffect(() => {
    if (hasPassed) void refresh(client, "GET /orders", "GET /orders/{id}");
  }, [hasPassed, next, client]);
}
