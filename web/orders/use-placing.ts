import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { Play } from "../../contract/orders/rules.ts";
import { sentenceOfFailure } from "../lib/api-error.ts";
import { isOutcomeUnknown, refresh } from "../lib/query.ts";
import { toast } from "../lib/toast.ts";
import { type PlacedOrder, usePlaceOrder } from "./api.ts";
import { playLinesOf } from "./slip-plays.ts";

interface PlacingOptions {
  house_id: number;
  day: string;
  onPlaced: () => void;
}

export interface Placing {
  /** The plays that the player is asked to confirm; undefined while no confirmation is open. */
  to_confirm: readonly Play[] | undefined;
  openConfirmation: (plays: readonly Play[]) => void;
  confirm: () => void;
  dismiss: () => void;
  isBusy: boolean;
  /** The order was sent, but no response says whether it was placed. Resending it is safe. */
  isOutcomeUnknown: boolean;
  receipt: PlacedOrder | undefined;
  closeReceipt: () => void;
}

/** The state of placing an order, from the confirmation dialog to the receipt. */
export function usePlacing({ house_id, day, onPlaced }: PlacingOptions): Placing {
  const client = useQueryClient();
  const [to_confirm, setToConfirm] = useState<readonly Play[]>();
  const [receipt, setReceipt] = useState<PlacedOrder>();
  const showReceipt = (order: PlacedOrder) => {
    setToConfirm(undefined);
    setReceipt(order);
    onPlaced();
  };
  const place = usePlaceOrder({
    onPlaced: showReceipt,
    onError: (error) => {
      // For an unknown outcome the dialog shows the message. A toast would sound final.
      if (!isOutcomeUnknown(error)) toast.failure(sentenceOfFailure(error, "failure.play"));
    },
  });

  /**
   * Closes the confirmation after a definite refusal. The cached house and balance may be stale. If
   * it is unknown whether the plays were bought, the confirmation says so, even if it was closed.
   */
  const handleFailure = (error: Error, plays: readonly Play[]) => {
    if (isOutcomeUnknown(error)) return setToConfirm(plays);
    setToConfirm(undefined);
    void refresh(client, "GET /houses", "GET /houses/{id}/can-play", "GET /auth/me");
  };
  const dismiss = useCallback(() => setToConfirm(undefined), []);
  const confirm = () => {
    if (!to_confirm || place.isPending) return;
    const body = { house_id, play_date: `${day}T00:00:00`, plays: playLinesOf(to_confirm) };
    place.mutate({ body }, { onError: (error) => handleFailure(error, to_confirm) });
  };
  return {
    to_confirm,
    openConfirmation: (plays: readonly Play[]) => {
      place.reset();
      setToConfirm(plays);
    },
    confirm,
    dismiss,
    isBusy: place.isPending,
    isOutcomeUnknown: isOutcomeUnknown(place.error),
    receipt,
    closeReceipt: () => setReceipt(undefined),
  };
}
