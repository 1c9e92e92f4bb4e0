import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ApiReply } from "../lib/client.ts";
import { useCall } from "../lib/call.ts";
import { useDone } from "../lib/done.ts";
import { apiQuery, FRESH, isUnknown, refresh } from "../lib/query.ts";
import { changesOfResult, type NewResult } from "./result-form-data.ts";

/** A result as it was entered: a row of one round or both. */
export type EnteredResult = ApiReply<"GET /results">[number];

/**
 * Those of the last 30 days, and any that is not published, which somebody else may change. A
 * settlement that goes on by itself is watched until it ends.
 */
export const useEnteredResults = () =>
  useQuery({
    ...apiQuery("GET /results", { query: { days: 30 } }),
    refetchInterval: ({ state: { data = [] } }) => {
      if (data.some(isSettling)) return WATCH_MS;
      return data.some(({ is_published }) => !is_published) ? REFRESH_MS : false;
    },
    ...FRESH,
  });

/** Also while its orders are still being counted, and nothing is known of how far it is. */
export const isSettling = ({ is_published, settlement }: EnteredResult): boolean =>
  is_published && !settlement?.is_complete;

/** Enters a result, or changes the one that is given in what was changed in its form. */
export function useSaveResult(result: EnteredResult | undefined, onDone: () => void) {
  const { done, onError } = useDone(onDone, ...RESULTS);
  const create = useCall("POST /results", { onSuccess: () => done("admin.result.created") });
  const update = useCall("PUT /results/{id}", { onSuccess: () => done("admin.result.updated") });
  return {
    isBusy: create.isPending || update.isPending,
    save: (body: NewResult) =>
      result === undefined
        ? create.mutate({ body }, { onError })
        : update.mutate(
            { params: { id: result.id }, body: changesOfResult(result, body) },
            { onError },
          ),
  };
}

/**
 * Publishes a result as it is shown, or not at all. While the call runs, `progress` says how many
 * orders are settled.
 */
export function usePublish(result: EnteredResult) {
  const client = useQueryClient();
  const publish = useCall("POST /results/{id}/publish", {
    onSuccess: () => refresh(client, ...RESULTS),
    onError: () => void refresh(client, ...RESULTS),
  });
  const { house_id, date, first_round, second_round } = result;
  const rows = useQuery({
    ...apiQuery("GET /results", { query: { house_id, date } }),
    enabled: publish.isPending,
    refetchInterval: PROGRESS_MS,
  });
  const row = rows.data?.find(({ id }) => id === result.id);
  return {
    publish: () =>
      publish.mutate({
        params: { id: result.id },
        body: { house_id, date, first_round, second_round },
      }),
    isBusy: publish.isPending,
    /** Its numbers stand: what is left goes on by itself. */
    isAnnounced: row?.is_published ?? false,
    progress: row?.settlement ?? undefined,
    published: publish.data,
    error: publish.error,
    /** The server may have begun, and then it finishes. */
    isOutcomeUnknown: isUnknown(publish.error),
  };
}

const RESULTS = ["GET /results", "GET /results/latest"] as const;
const WATCH_MS = 1_000;
const REFRESH_MS = 5_000;
const PROGRESS_MS = 400;
