import { useQuery } from "@tanstack/react-query";
import type { ApiReply } from "../lib/client.ts";
import { useCall } from "../lib/call.ts";
import { useDone } from "../lib/done.ts";
import { apiQuery } from "../lib/query.ts";

/** A browser in which the account is signed in. */
export type AccountSession = ApiReply<"GET /users/sessions">["sessions"][number];

export const useSessions = () => useQuery(apiQuery("GET /users/sessions"));

/** Ends one session, or all but this one. */
export function useEndSessions(onDone: () => void) {
  const { done, onError } = useDone(onDone, "GET /users/sessions");
  const onSuccess = () => done("profile.signed_out");
  const one = useCall("DELETE /users/sessions/{id}", { onSuccess });
  const others = useCall("DELETE /users/sessions", { onSuccess });
  return {
    isPending: one.isPending || others.isPending,
    end: (asked: AccountSession | "others" | undefined) => {
      if (asked === "others") others.mutate({});
      else if (asked !== undefined) one.mutate({ params: { id: asked.id } }, { onError });
    },
  };
}
