import { useQueryClient } from "@tanstack/react-query";
import { hasChosenLanguage, setLanguage } from "../lib/messages.ts";
import { useCall } from "../lib/call.ts";
import { startSession } from "../lib/session.ts";

/**
 * Signs in; the account's language is taken over where none was chosen on this device. Who calls
 * tells of a failure.
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
