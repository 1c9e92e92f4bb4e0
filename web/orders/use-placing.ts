import { useIsMutating, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { Play } from "../../contract/orders/rules.ts";
import { sentenceOfFailure } from "../lib/api-error.ts";
import { isUnresolved } from "../lib/call.ts";
import { useIsShown } from "../lib/is-shown.ts";
import { t } from "../lib/messages.ts";
import { isOutcomeUnknown, refresh } from "../lib/query.ts";
import { useUser } from "../lib/session.ts";
import { toast } from "../lib/toast.ts";
import { type PlacedOrder, usePlaceOrder } from "./api.ts";
import { EMPTY_SLIP, type Slip } from "./slip.ts";
import { playLinesOf } from "./slip-plays.ts";

interface PlacingOptions {
  house_id: number;
  day: string;
  /** Receives the slip whose plays were bought, as it was when the player confirmed it. */
  onPlaced: (bought: Slip) => void;
}

/** What the player is asked to confirm. */
interface Confirmation {
  plays: readonly Play[];
  /** The slip that has these plays. */
  slip: Slip;
  /** The balance before they are paid, in rupees. */
  balance: number;
}

export interface Placing {
  /** Undefined while no confirmation is open. */
  to_confirm: Confirmation | undefined;
  openConfirmation: (confirmation: Confirmation) => void;
  confirm: () => void;
  dismiss: () => void;
  /** An order is in flight, also one of a form that the player has left meanwhile. */
  isBusy: boolean;
  /** The order was sent, but no response says whether it was placed. Resending it is safe. */
  isOutcomeUnknown: boolean;
  /** Whether an order of exactly these plays was sent, and may have been placed. */
  isUnresolved: (plays: readonly Play[]) => boolean;
  receipt: PlacedOrder | undefined;
  closeReceipt: () => void;
}

/** The state of placing an order, from the confirmation dialog to the receipt. */
export function usePlacing({ house_id, day, onPlaced }: PlacingOptions): Placing {
  const client = useQueryClient();
  const { id: user_id } = useUser();
  const isShown = useIsShown();
  const [to_confirm, setToConfirm] = useState<Confirmation>();
  const [receipt, setReceipt] = useState<PlacedOrder>();
  const sent = useRef(EMPTY_SLIP);
  const showReceipt = (order: PlacedOrder) => {
    setToConfirm(undefined);
    setReceipt(order);
    onPlaced(sent.current);
  };
  const place = usePlaceOrder({
    onPlaced: showReceipt,
    onLoaded: (order) => setReceipt((shown) => (shown?.id === order.id ? order : shown)),
    onError: (error) => {
      // For an unknown outcome the dialog shows the message. A toast would sound final.
      if (!isOutcomeUnknown(error)) toast.failure(sentenceOfFailure(error, "failure.play"));
      else if (!isShown()) toast.failure(t("play.unknown_outcome"));
    },
  });
  const isBusy = useIsMutating({ mutationKey: ["POST /orders/play"] }) > 0 || place.isPending;

  /**
   * Closes the confirmation after a definite refusal. The cached house and balance may be stale. If
   * it is unknown whether the plays were bought, the confirmation says so, even if it was closed.
   */
  const handleFailure = (error: Error, confirmed: Confirmation) => {
    if (isOutcomeUnknown(error)) return setToConfirm(confirmed);
    setToConfirm(undefined);
    void refresh(client, "GET /houses", "GET /houses/{id}/can-play", "GET /auth/me");
  };
  const dismiss = useCallback(() => setToConfirm(undefined), []);
  const requestOf = (plays: readonly Play[]) => ({
    body: { house_id, play_date: `${day}T00:00:00`, plays: playLinesOf(plays) },
  });
  const isUnresolvedOrder = (plays: readonly Play[]) =>
    isUnresolved("POST /orders/play", requestOf(plays), user_id);
  const confirm = () => {
    if (!to_confirm || isBusy) return;
    sent.current = to_confirm.slip;
    place.mutate(requestOf(to_confirm.plays), {
      onError: (error) => handleFailure(error, to_confirm),
    });
  };
  return {
    to_confirm,
    openConfirmation: setToConfirm,
    confirm,
    dismiss,
    isBusy,
    isOutcomeUnknown: !isBusy && to_confirm !== undefined && isUnresolvedOrder(to_confirm.plays),
    isUnresolved: isUnresolvedOrder,
    receipt,
    closeReceipt: () => setReceipt(undefined),
  };
}
