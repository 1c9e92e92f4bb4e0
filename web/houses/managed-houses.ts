import { useQuery } from "@tanstack/react-query";
import type { ApiReply } from "../lib/client.ts";
import { useCall } from "../lib/call.ts";
import { useDone, useToFields } from "../lib/done.ts";
import { apiQuery, FRESH } from "../lib/query.ts";
import type { FieldErrors } from "../ui/form.tsx";
import { changesOfHouse, type NewHouse } from "./house-form-data.ts";

export type House = ApiReply<"GET /houses">[number];

/** All houses, including inactive ones. */
export const useAllHouses = () =>
  useQuery({ ...apiQuery("GET /houses", { query: { is_active: "all" } }), ...FRESH });

interface SaveCallbacks {
  onDone: () => void;
  /** Receives the error of the field at fault. A failure without one is shown in a toast. */
  onRefused: (errors: FieldErrors) => void;
}

/** Creates a house, or sends the changed fields of an existing one. */
export function useSaveHouse(house: House | undefined, { onDone, onRefused }: SaveCallbacks) {
  const { done, whileOpen } = useDone(onDone, "GET /houses");
  const onError = useToFields(onRefused);
  const create = useCall("POST /houses", {
    onSuccess: () => done("admin.house.created"),
    onError,
  });
  const update = useCall("PUT /houses/{id}", {
    onSuccess: () => done("admin.house.updated"),
    onError,
  });
  return {
    isBusy: create.isPending || update.isPending,
    save: (body: NewHouse) =>
      house === undefined
        ? create.mutate({ body }, whileOpen)
        : update.mutate({ params: { id: house.id }, body: changesOfHouse(house, body) }, whileOpen),
  };
}

/** Activates an inactive house and deactivates an active one. */
export function useSwitchHouse({ id, is_active }: House, onDone: () => void) {
  const { done, whileOpen } = useDone(onDone, "GET /houses");
  const change = useCall("PUT /houses/{id}", {
    onSuccess: (changed) =>
      done(changed.is_active ? "admin.house.activated" : "admin.house.deactivated"),
  });
  const request = { params: { id }, body: { is_active: !is_active } };
  return { isBusy: change.isPending, switchHouse: () => change.mutate(request, whileOpen) };
}

export function useDeleteHouse({ id }: House, onDone: () => void) {
  const { done, whileOpen } = useDone(onDone, "GET /houses");
  const remove = useCall("DELETE /houses/{id}", { onSuccess: () => done("admin.house.deleted") });
  return {
    isBusy: remove.isPending,
    deleteHouse: () => remove.mutate({ params: { id } }, whileOpen),
  };
}
