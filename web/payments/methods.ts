import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ApiReply } from "../lib/client.ts";
import { type MessageKey, t } from "../lib/messages.ts";
import { useCall } from "../lib/call.ts";
import { apiQuery, FRESH } from "../lib/query.ts";
import { toast } from "../lib/toast.ts";
import { changesOfMethod, type NewMethod } from "./method-form-data.ts";

export type ManagedMethod = ApiReply<"GET /admin/payment-methods">["methods"][number];

export const useMethods = () => useQuery({ ...apiQuery("GET /admin/payment-methods"), ...FRESH });

/** Adds a method, or changes the one that is given in what was changed in its form. */
export function useSaveMethod(method: ManagedMethod | undefined, onDone: () => void) {
  const refresh = useRefreshMethods();
  const done = (sentence: MessageKey) => ({
    onSuccess: async () => {
      await refresh();
      toast.success(t(sentence));
      onDone();
    },
  });
  const create = useCall("POST /admin/payment-methods", done("admin.method.created"));
  const update = useCall("PUT /admin/payment-methods/{id}", done("admin.method.updated"));
  return {
    isBusy: create.isPending || update.isPending,
    save: (body: NewMethod) =>
      method === undefined
        ? create.mutate({ body })
        : update.mutate({ params: { id: method.id }, body: changesOfMethod(method, body) }),
  };
}

/** Offers a method to players, or no longer. */
export function useSwitchMethod(onDone: () => void) {
  const refresh = useRefreshMethods();
  return useCall("PUT /admin/payment-methods/{id}", {
    onSuccess: async ({ is_active }) => {
      await refresh();
      toast.success(t(is_active ? "admin.method.activated" : "admin.method.deactivated"));
      onDone();
    },
  });
}

function useRefreshMethods(): () => Promise<unknown> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: ["GET /admin/payment-methods"] });
    await client.invalidateQueries({ queryKey: ["GET /wallet/payment-methods"] });
  };
}
