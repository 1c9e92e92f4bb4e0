import { useQueryClient } from "@tanstack/react-query";
import { type ApiError, fieldErrorsOf, sentenceOfFailure } from "./api-error.ts";
import { type MessageKey, t } from "./messages.ts";
import { type ReadKey, refresh } from "./query.ts";
import { toast } from "./toast.ts";

/**
 * The handlers of a dialog's mutation. On success `done` refetches these queries, shows a toast and
 * calls `onDone`. On failure `onError` refetches them too: another admin may have been faster.
 */
export function useDone(onDone: () => void, ...loaded: readonly ReadKey[]) {
  const client = useQueryClient();
  return {
    done: async (sentence: MessageKey) => {
      await refresh(client, ...loaded);
      toast.success(t(sentence));
      onDone();
    },
    onError: () => void refresh(client, ...loaded),
  };
}

/**
 * The `onError` of a form's mutation: `onRefused` receives the errors of the fields at fault. A
 * failure without one is shown in a toast.
 */
export const toFields =
  (onRefused: (errors: Record<string, string | ApiError>) => void) =>
  (error: Error): void => {
    const errors = fieldErrorsOf(error);
    if (Object.keys(errors).length > 0) onRefused(errors);
    else toast.failure(sentenceOfFailure(error));
  };
