import { isSessionEnd, sentenceOfFailure } from "../lib/api-error.ts";
import { useMessages } from "../lib/messages.ts";
import { toast } from "../lib/toast.ts";
import { findLastOrder, type Order } from "./api.ts";

/** Fetches the player's last order, to fill it in again, and says what came of it. */
export function useRepeat(fillIn: (order: Order) => void): () => void {
  const { t } = useMessages();
  const repeat = async () => {
    const order = await findLastOrder();
    if (!order) {
      toast.notice(t("play.nothing_to_repeat"));
      return;
    }
    fillIn(order);
    toast.notice(t("play.repeated"));
  };
  return () => {
    repeat().catch((error: unknown) => {
      if (!isSessionEnd(error)) toast.failure(sentenceOfFailure(error));
    });
  };
}
