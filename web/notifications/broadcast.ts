import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../lib/call.ts";
import { type MessageKey, useMessages } from "../lib/messages.ts";
import { apiQuery, isOutcomeUnknown } from "../lib/query.ts";
import { useUser } from "../lib/session.ts";
import { toast } from "../lib/toast.ts";
import { type Draft, EMPTY_DRAFT, loadDraft, saveDraft, useDraftOf } from "./draft-storage.ts";

/**
 * The state of a broadcast, from draft to sent. The draft is kept until it is sent, also when the
 * outcome is unknown. Sending it again uses the same idempotency key, so that it is delivered once.
 */
export function useBroadcast() {
  const { t } = useMessages();
  const { id: user_id } = useUser();
  const draft = useDraftOf(user_id);
  const [isConfirming, setConfirming] = useState(false);
  const [errors, setErrors] = useState<Record<string, MessageKey>>({});
  const call = useCall("POST /admin/broadcast", {
    onSuccess: ({ recipients }, { body }) => {
      toast.success(t("admin.message.sent", { count: recipients }));
      setConfirming(false);
      // Another message may have been begun, if the screen was left and opened again meanwhile.
      const isSent = textOf(loadDraft(user_id).message) === body.message;
      if (isSent) saveDraft(user_id, EMPTY_DRAFT);
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
    change: (changed: Partial<Draft>) => saveDraft(user_id, { ...draft, ...changed }),
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
