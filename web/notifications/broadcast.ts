import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BroadcastTarget } from "../../contract/notifications/rules.ts";
import { useCall } from "../lib/call.ts";
import { type MessageKey, useMessages } from "../lib/messages.ts";
import { apiQuery, isOutcomeUnknown } from "../lib/query.ts";
import { toast } from "../lib/toast.ts";

export interface Draft {
  message: string;
  target: BroadcastTarget;
}

const EMPTY: Draft = { message: "", target: "all" };

/**
 * The state of a broadcast, from draft to sent. If the outcome of sending is unknown, the draft is
 * kept. Sending it again uses the same idempotency key, so that it is delivered once.
 */
export function useBroadcast() {
  const { t } = useMessages();
  const [draft, setDraft] = useState(EMPTY);
  const [isConfirming, setConfirming] = useState(false);
  const [errors, setErrors] = useState<Record<string, MessageKey>>({});
  const call = useCall("POST /admin/broadcast", {
    onSuccess: ({ recipients }) => {
      toast.success(t("admin.message.sent", { count: recipients }));
      setConfirming(false);
      setDraft(EMPTY);
    },
  });
  const message = textOf(draft.message);
  const submit = () => {
    setErrors(message === "" ? { message: "admin.required" } : {});
    setConfirming(message !== "");
  };
  const send = () => {
    const body = { message, target: draft.target };
    if (!call.isPending) call.mutate({ body }, { onError: () => setConfirming(false) });
  };
  return {
    draft,
    change: (changed: Partial<Draft>) => setDraft({ ...draft, ...changed }),
    errors,
    failure: isOutcomeUnknown(call.error) ? t("admin.message.outcome_unknown") : undefined,
    /** The draft that waits for confirmation, if any. */
    confirming: isConfirming ? { message, target: draft.target } : undefined,
    submit,
    send,
    cancel: () => setConfirming(false),
    isBusy: call.isPending,
  };
}

/** The number of accounts of each target, refetched for every confirmation. */
export const useRecipients = () =>
  useQuery({ ...apiQuery("GET /admin/broadcast/recipients"), staleTime: 0 });

/** The message to send: trimmed, with pasted tabs as spaces. */
const textOf = (typed: string): string => typed.replaceAll("\t", " ").trim();
