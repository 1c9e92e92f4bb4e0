import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BroadcastTarget } from "../../contract/notifications/rules.ts";
import { useCall } from "../lib/call.ts";
import { type MessageKey, useMessages } from "../lib/messages.ts";
import { apiQuery, isUnknown } from "../lib/query.ts";
import { toast } from "../lib/toast.ts";

export interface Draft {
  message: string;
  target: BroadcastTarget;
}

const EMPTY: Draft = { message: "", target: "all" };

/**
 * A message from being written to being sent. Where nobody knows whether it was, it stays as it is:
 * sent again it arrives once, by the key that its call keeps.
 */
export function useBroadcast() {
  const { t } = useMessages();
  const [draft, setDraft] = useState(EMPTY);
  const [isAsked, setAsked] = useState(false);
  const [errors, setErrors] = useState<Record<string, MessageKey>>({});
  const call = useCall("POST /admin/broadcast", {
    onSuccess: ({ recipients }) => {
      toast.success(t("admin.message.sent", { count: recipients }));
      setAsked(false);
      setDraft(EMPTY);
    },
  });
  const message = textOf(draft.message);
  const ask = () => {
    setErrors(message === "" ? { message: "admin.required" } : {});
    setAsked(message !== "");
  };
  const send = () => {
    const body = { message, target: draft.target };
    if (!call.isPending) call.mutate({ body }, { onError: () => setAsked(false) });
  };
  return {
    draft,
    change: (changed: Partial<Draft>) => setDraft({ ...draft, ...changed }),
    errors,
    failure: isUnknown(call.error) ? t("admin.message.outcome_unknown") : undefined,
    /** What is to be confirmed, if anything is. */
    asked: isAsked ? { message, target: draft.target } : undefined,
    ask,
    send,
    reconsider: () => setAsked(false),
    isBusy: call.isPending,
  };
}

/** How many accounts it would reach, counted when it is to be confirmed. */
export const useRecipients = () =>
  useQuery({ ...apiQuery("GET /admin/broadcast/recipients"), staleTime: 0 });

/** What is sent: a tab that was pasted along is a blank, and nothing stands around the text. */
const textOf = (typed: string): string => typed.replaceAll("\t", " ").trim();
