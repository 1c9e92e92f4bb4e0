import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ApiError, fieldErrorsOf, sentenceOfFailure } from "./api-error.ts";
import { useIsShown } from "./is-shown.ts";
import { type MessageKey, t } from "./messages.ts";
import { type ReadKey, refresh } from "./query.ts";
import { toast } from "./toast.ts";

/**
 * Refetches the data of these calls, and resolves when it is there, but after three seconds at the
 * latest: on a bad network, nobody must take for not done what is done.
 */
export const refreshSoon = (client: QueryClient, ...loaded: readonly ReadKey[]): Promise<unknown> =>
  Promise.race([
    refresh(client, ...loaded),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ]);

const PATIENCE_MS = 3_000;

/**
 * The handlers of a dialog's mutation. On success `done`, called by the mutation itself, refetches
 * these queries and shows a toast. `whileOpen` is passed to `mutate`, whose handlers run only while
 * the dialog is on the screen: `onDone` would close a dialog that was opened after this one was
 * closed. On failure it refetches too: another admin may have been faster.
 */
export function useDone(onDone: () => void, ...loaded: readonly ReadKey[]) {
  const client = useQueryClient();
  return {
    done: async (sentence: MessageKey) => {
      await refreshSoon(client, ...loaded);
      toast.success(t(sentence));
    },
    whileOpen: {
      onSuccess: () => onDone(),
      onError: () => void refresh(client, ...loaded),
    },
  };
}

/**
 * The `onError` of a form's mutation: `onRefused` receives the errors of the fields at fault. A
 * failure without one is shown in a toast, and so is any failure once the form is closed.
 */
export function useToFields(onRefused: (errors: Record<string, string | ApiError>) => void) {
  const isShown = useIsShown();
  return (error: Error): void => {
    const errors = fieldErrorsOf(error);
    if (isShown() && Object.keys(errors).length > 0) onRefused(errors);
    else toast.failure(sentenceOfFailure(error));
  };
}
