import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ApiReply } from "../lib/client.ts";
import { type MessageKey, t } from "../lib/messages.ts";
import { useCall } from "../lib/call.ts";
import { apiQuery } from "../lib/query.ts";
import { toast } from "../lib/toast.ts";
import { changesOfHouse, type NewHouse } from "./house-form-data.ts";

export type House = ApiReply<"GET /houses">[number];

/** Every house, inactive ones too. */
export const useAllHouses = () =>
  useQuery(apiQuery("GET /houses", { query: { is_active: "all" } }));

/** Adds a house, or changes the one that is given in what was changed in its form. */
export function useSaveHouse(house: House | undefined, onDone: () => void) {
  const done = useDone(onDone);
  const create = useCall("POST /houses", { onSuccess: () => done("admin.house.created") });
  const update = useCall("PUT /houses/{id}", { onSuccess: () => done("admin.house.updated") });
  return {
    isBusy: create.isPending || update.isPending,
    save: (body: NewHouse) =>
      house === undefined
        ? create.mutate({ body })
        : update.mutate({ params: { id: house.id }, body: changesOfHouse(house, body) }),
  };
}

/** Takes plays, or no longer. */
export function useSwitchHouse(onDone: () => void) {
  const done = useDone(onDone);
  return useCall("PUT /houses/{id}", {
    onSuccess: ({ is_active }) =>
      done(is_active ? "admin.house.activated" : "admin.house.deactivated"),
  });
}

export function useDeleteHouse(onDone: () => void) {
  const done = useDone(onDone);
  return useCall("DELETE /houses/{id}", { onSuccess: () => done("admin.house.deleted") });
}

/** Once the list shows it, says that it is done. */
function useDone(onDone: () => void) {
  const client = useQueryClient();
  return async (sentence: MessageKey) => {
    await client.invalidateQueries({ queryKey: ["GET /houses"] });
    toast.success(t(sentence));
    onDone();
  };
}
