import { useQuery } from "@tanstack/react-query";
import type { ApiReply } from "../lib/client.ts";
import { useCall } from "../lib/call.ts";
import { useDone } from "../lib/done.ts";
import { apiQuery } from "../lib/query.ts";

/** A session of the account, in one browser. */
export type AccountSession = ApiReply<"GET /users/sessions">["sessions"][number];

export const useSessions = () => useQuery(apiQuery("GET /users/sessions"));

/** Ends one session, or all but the current one. */
export function useEndSessions(target: AccountSession | "others", onDone: () => void) {
  const { done, whileOpen } = useDone(onDone, "GET /users/sessions");
  const onSuccess = () => done("profile.signed_out");
  const one = useCall("DELETE /users/sessions/{id}", { onSuccess });
  const others = useCall("DELETE /users/sessions", { onSuccess });
  return {
    isPending: one.isPending || others.isPending,
    end: () =>
      target === "others"
        ? others.mutate({}, whileOpen)
        : one.mutate({ params: { id: target.id } }, whileOpen),
  };
}
