import { useQueryClient } from "@tanstack/react-query";
import { type MessageKey, t } from "./messages.ts";
import { type ReadKey, refresh } from "./query.ts";
import { toast } from "./toast.ts";

/**
 * Once what these calls have loaded is up to date, says what was done, and closes the question. A
 * refusal brings them up to date too: somebody else may have been before.
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
