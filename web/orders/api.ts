import { type QueryClient, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { OrderStatus } from "../../contract/orders/rules.ts";
import { api, type ApiReply } from "../lib/client.ts";
import { isEarlier } from "../lib/idempotency.ts";
import { t } from "../lib/messages.ts";
import { useCall } from "../lib/call.ts";
import { refresh } from "../lib/query.ts";
import { useShowBalance } from "../lib/session.ts";
import { toast } from "../lib/toast.ts";

export type Order = ApiReply<"GET /orders">[number];
export type PlacedOrder = ApiReply<"POST /orders/play">;

interface PlaceOptions {
  /** Called at once: the key of the order is no longer kept, so its plays must leave the slip. */
  onPlaced: (order: PlacedOrder) => void;
  /** Called with the current state of an order that was placed earlier, once it is loaded. */
  onLoaded: (order: PlacedOrder) => void;
  onError: (error: Error) => void;
}

/**
 * Places an order and shows the balance from the response everywhere. The response to an order that
 * was placed earlier has the order and balance of then, so the current ones are fetched: the order
 * may have been cancelled since. The caller reports failures, since it may be unknown whether the
 * order was placed.
 */
export function usePlaceOrder({ onPlaced, onLoaded, onError }: PlaceOptions) {
  const client = useQueryClient();
  const showBalance = useShowBalance();
  return useCall("POST /orders/play", {
    onError,
    onSuccess: (order, _, pressed_at) => {
      onPlaced(order);
      if (isEarlier(order, pressed_at)) {
        void refresh(client, "GET /auth/me", "GET /wallet/balance");
        toast.notice(t("play.placed_before"));
        api("GET /orders/{id}", { params: { id: order.id } }).then(
          (current) => onLoaded({ ...order, ...current }),
          () => undefined,
        );
      } else {
        showBalance(order.wallet_balance);
        toast.success(t("play.placed"));
      }
      refreshOrders(client);
    },
  });
}

/** Cancels a pending order and shows the balance from the response, which includes the refund. */
export function useCancelOrder() {
  const client = useQueryClient();
  const showBalance = useShowBalance();
  return useCall("POST /orders/{id}/cancel", {
    fallback: "failure.cancel",
    onSuccess: (order) => {
      showBalance(order.wallet_balance);
      toast.success(t("history.cancelled"));
      refreshOrders(client);
    },
  });
}

const PAGE_SIZE = 20;

/** The player's orders, newest first, page by page. A full page means that there may be more. */
export function useOrderPages(status: OrderStatus | undefined) {
  const query = useInfiniteQuery({
    queryKey: ["GET /orders", "pages", status],
    queryFn: ({ pageParam, signal }) =>
      api("GET /orders", { query: { limit: PAGE_SIZE, skip: pageParam, status }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.length < PAGE_SIZE ? undefined : pages.length * PAGE_SIZE,
  });
  const pages = query.data?.pages;
  return { ...query, data: pages?.flat(), page_count: pages?.length };
}

/** Marks orders and the statement of the wallet as stale; those on the screen are refetched. */
export const refreshOrders = (client: QueryClient): void =>
  void refresh(client, "GET /orders", "GET /orders/{id}", "GET /wallet/transactions");
