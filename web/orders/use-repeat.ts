import { useEffect } from "react";
import { useCall } from "../lib/call.ts";
import { useMessages } from "../lib/messages.ts";
import { toast } from "../lib/toast.ts";
import type { Order } from "./api.ts";

/**
 * Fetches the player's last order, to fill it into a slip that is empty, and says what came of it.
 * Who has filled in something meanwhile, or has gone on, keeps what they have.
 */
export function useRepeat(isEmpty: boolean, fillIn: (order: Order) => void): () => void {
  const { t } = useMessages();
  const { mutate, reset } = useCall("GET /orders");
  useEffect(() => {
    if (!isEmpty) reset();
  }, [isEmpty, reset]);
  const take = ([order]: Order[]) => {
    if (order) fillIn(order);
    toast.notice(t(order ? "play.repeated" : "play.nothing_to_repeat"));
  };
  return () => mutate({ query: { limit: 1 } }, { onSuccess: take });
}
