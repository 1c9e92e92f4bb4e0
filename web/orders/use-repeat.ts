import { useEffect } from "react";
import { useCall } from "../lib/call.ts";
import { useMessages } from "../lib/messages.ts";
import { toast } from "../lib/toast.ts";
import type { Order } from "./api.ts";

/**
 * Returns a function that fetches the last order of the player, fills it into the slip, and shows a
 * toast. The result is dropped if the slip is no longer empty or the form has unmounted.
 */
export function useRepeat(isEmpty: boolean, fillIn: (order: Order) => void): () => void {
  const { t } = useMessages();
  const { mutate, reset } = useCall("GET /orders");
  useEffect(() => {
    if (!isEmpty) reset();
  }, [isEmpty, reset]);
  const handleOrders = ([order]: Order[]) => {
    if (order) fillIn(order);
    toast.notice(t(order ? "play.repeated" : "play.nothing_to_repeat"));
  };
  return () => mutate({ query: { limit: 1 } }, { onSuccess: handleOrders });
}
