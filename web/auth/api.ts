import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import type { ErrorCode } from "../../contract/errors.ts";
import { ApiError } from "../lib/api-error.ts";
import { hasChosenLanguage, setLanguage, useMessages } from "../lib/messages.ts";
import { type CallRequest, useCall } from "../lib/call.ts";
import { isOutcomeUnknown } from "../lib/query.ts";
import { startSession } from "../lib/session.ts";
import { toast } from "../lib/toast.ts";
import { useArrival } from "./arrival.ts";

/**
 * Signs in. Switches to the account's language if none was chosen on this device. The caller shows
 * the error of a failed login.
 */
export function useLogin(onDone: () => void) {
  const client = useQueryClient();
  return useCall("POST /auth/login", {
    onError: () => undefined,
    onSuccess: async ({ access_token }) => {
      const user = await startSession(client, access_token);
      if (!hasChosenLanguage()) await setLanguage(user.language).catch(() => undefined);
      onDone();
    },
  });
}

/**
 * For a form that gives a phone a password. Once its outcome has been unknown, the refusal with
 * which the server answers a second time is shown only if phone and password open no session.
 */
export function useLostAnswer(second_refusal: ErrorCode) {
  const { t } = useMessages();
  const { from } = useArrival();
  const [, navigate] = useLocation();
  const [isLost, setLost] = useState(false);
  const login = useLogin(() => toast.success(t("auth.login_done")));
  return {
    isPending: login.isPending,
    handle: (
      error: Error,
      body: CallRequest<"POST /auth/login">["body"],
      showError: (error: Error) => void,
    ) => {
      if (isOutcomeUnknown(error)) setLost(true);
      const mayBeDone = isLost && error instanceof ApiError && error.code === second_refusal;
      if (!mayBeDone) return showError(error);
      const onSuccess = () => navigate(from, { replace: true });
      return login.mutate({ body }, { onSuccess, onError: () => showError(error) });
    },
  };
}
