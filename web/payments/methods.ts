import { useQuery } from "@tanstack/react-query";
import type { ApiReply } from "../lib/client.ts";
import { useCall } from "../lib/call.ts";
import { useDone } from "../lib/done.ts";
import { apiQuery, FRESH } from "../lib/query.ts";
import { changesOfMethod, type NewMethod } from "./method-form-data.ts";

export type ManagedMethod = ApiReply<"GET /admin/payment-methods">["methods"][number];

export const useMethods = () => useQuery({ ...apiQuery("GET /admin/payment-methods"), ...FRESH });

/** Creates a method, or sends the changed fields of an existing one. */
export function useSaveMethod(method: ManagedMethod | undefined, onDone: () => void) {
  const { done, whileOpen } = useDone(onDone, ...METHODS);
  const create = useCall("POST /admin/payment-methods", {
    onSuccess: () => done("admin.method.created"),
  });
  const update = useCall("PUT /admin/payment-methods/{id}", {
    onSuccess: () => done("admin.method.updated"),
  });
  return {
    isBusy: create.isPending || update.isPending,
    save: (body: NewMethod) =>
      method === undefined
        ? create.mutate({ body }, whileOpen)
        : update.mutate(
            { params: { id: method.id }, body: changesOfMethod(method, body) },
            whileOpen,
          ),
  };
}

/** Activates an inactive method and deactivates an active one. */
export function useSwitchMethod({ id, is_active }: ManagedMethod, onDone: () => void) {
  const { done, whileOpen } = useDone(onDone, ...METHODS);
  const change = useCall("PUT /admin/payment-methods/{id}", {
    onSuccess: (changed) =>
      done(changed.is_active ? "admin.method.activated" : "admin.method.deactivated"),
  });
  const request = { params: { id }, body: { is_active: !is_active } };
  return { isBusy: change.isPending, switchMethod: () => change.mutate(request, whileOpen) };
}

const METHODS = ["GET /admin/payment-methods", "GET /wallet/payment-methods"] as const;
