import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { Play } from "../../contract/orders/rules.ts";
import { sentenceOfFailure } from "../lib/api-error.ts";
import { isUnknown, refresh } from "../lib/query.ts";
import { toast } from "../lib/toast.ts";
import { type PlacedOrder, usePlaceOrder } from "./api.ts";
import { playLinesOf } from "./slip-plays.ts";

interface PlacingOptions {
  house_id: number;
  day: string;
  onPlaced: () => void;
}

export interface Placing {
  /** The plays that the player is asked about. */
  asked: readonly Play[] | undefined;
  ask: (plays: readonly Play[]) => void;
  confirm: () => void;
  dismiss: () => void;
  isBusy: boolean;
  /** The order went out, and no answer told what became of it: the same one may be sent again. */
  isUnknown: boolean;
  receipt: PlacedOrder | undefined;
  closeReceipt: () => void;
}

/** The way of an order from the question whether to buy it to its receipt. */
export function usePlacing({ house_id, day, onPlaced }: PlacingOptions): Placing {
  const client = useQueryClient();
  const [asked, setAsked] = useState<readonly Play[]>();
  const [receipt, setReceipt] = useState<PlacedOrder>();
  const showReceipt = (order: PlacedOrder) => {
    setAsked(undefined);
    setReceipt(order);
    onPlaced();
  };
  const place = usePlaceOrder({
    onPlaced: showReceipt,
    onError: (error) => {
      // Of an unknown outcome the question itself tells, and nothing beside it that sounds final.
      if (!isUnknown(error)) toast.failure(sentenceOfFailure(error, "failure.play"));
    },
  });

  /** Refused for good: what the screen believed of house and balance may be out of date. */
  const giveUp = (error: Error) => {
    if (isUnknown(error)) return;
    setAsked(undefined);
    void refresh(client, "GET /houses", "GET /houses/{id}/can-play", "GET /auth/me");
  };
  const dismiss = useCallback(() => setAsked(undefined), []);
  const confirm = () => {
    if (!asked || place.isPending) return;
    const body = { house_id, play_date: `${day}T00:00:00`, plays: playLinesOf(asked) };
    place.mutate({ body }, { onError: giveUp });
  };
  return {
    asked,
    ask: (plays: readonly Play[]) => {
      place.reset();
      setAsked(plays);
    },
    confirm,
    dismiss,
    isBusy: place.isPending,
    isUnknown: isUnknown(place.error),
    receipt,
    closeReceipt: () => setReceipt(undefined),
  };
}
