import { useQueryClient } from "@tanstack/react-query";
import { hasChosenLanguage, setLanguage } from "../lib/messages.ts";
import { useCall } from "../lib/call.ts";
import { startSession } from "../lib/session.ts";

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
