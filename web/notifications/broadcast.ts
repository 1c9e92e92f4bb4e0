import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sentenceOfFailure } from "../lib/api-error.ts";
import { useCall } from "../lib/call.ts";
import { useIsShown } from "../lib/is-shown.ts";
import { type MessageKey, useMessages } from "../lib/messages.ts";
import { apiQuery, isOutcomeUnknown } from "../lib/query.ts";
import { useUser } from "../lib/session.ts";
import { toast } from "../lib/toast.ts";
import { type Draft, EMPTY_DRAFT, loadDraft, saveDraft, useDraftOf } from "./draft-storage.ts";

/**
 * The state of a broadcast, from draft to confirmation. The draft is kept until it is sent, also
 * when the outcome is unknown.
 */
export function useBroadcast() {
  const { t } = useMessages();
  const { id: user_id } = useUser();
  const draft = useDraftOf(user_id);
  const [isConfirming, setConfirming] = useState(false);
  const [isUnknown, setUnknown] = useState(false);
  const [errors, setErrors] = useState<Record<string, MessageKey>>({});
  const message = textOf(draft.message);
  // It was sent meanwhile, from a confirmation that had been closed.
  if (isConfirming && message === "") setConfirming(false);
  const submit = () => {
    setErrors(message === "" ? { message: "admin.required" } : {});
    setConfirming(message !== "");
  };
  return {
    draft,
    change: (changed: Partial<Draft>) => saveDraft(user_id, { ...draft, ...changed }),
    errors,
    failure: isUnknown ? t("admin.message.outcome_unknown") : undefined,
    /** The draft that waits for confirmation, if any. */
    confirming: isConfirming ? { message, target: draft.target } : undefined,
    submit,
    /** Closes the confirmation; the error is that of sending. */
    close: (error?: Error) => {
      setConfirming(false);
      setUnknown(isOutcomeUnknown(error));
    },
  };
}

/**
 * Sends a draft. Sending it again uses the same idempotency key, so that it is delivered once. The
 * answer may come when this confirmation has been closed, so that another may be open.
 */
export function useSending({ message, target }: Draft, onClose: (error?: Error) => void) {
  const { t } = useMessages();
  const { id: user_id } = useUser();
  const isShown = useIsShown();
  const call = useCall("POST /admin/broadcast", {
    onSuccess: ({ recipients }) => {
      toast.success(t("admin.message.sent", { count: recipients }));
      const draft = loadDraft(user_id);
      const isSent = textOf(draft.message) === message && draft.target === target;
      if (isSent) saveDraft(user_id, EMPTY_DRAFT);
    },
    onError: (error) => {
      const sentence = sentenceOfFailure(error);
      const isUntold = isOutcomeUnknown(error) && !isShown();
      toast.failure(isUntold ? `${sentence} ${t("admin.message.outcome_unknown")}` : sentence);
    },
  });
  return {
    isBusy: call.isPending,
    send: () =>
      call.mutate({ body: { message, target } }, { onSuccess: () => onClose(), onError: onClose }),
  };
}

/** The number of accounts of each target, refetched for every confirmation. */
export const useRecipients = () =>
  useQuery({ ...apiQuery("GET /admin/broadcast/recipients"), staleTime: 0 });

/** The message to send: trimmed, with pasted tabs as spaces. */
const textOf = (typed: string): string => typed.replaceAll("\t", " ").trim();
