import { useQuery, useQueryClient } from "@tanstack/react-query";
import { sentenceOfFailure } from "../lib/api-error.ts";
import type { ApiReply } from "../lib/client.ts";
import { useCall } from "../lib/call.ts";
import { useDone, useToFields } from "../lib/done.ts";
import { useIsShown } from "../lib/is-shown.ts";
import { t } from "../lib/messages.ts";
import { apiQuery, FRESH, isOutcomeUnknown, refresh } from "../lib/query.ts";
import { toast } from "../lib/toast.ts";
import type { FieldErrors } from "../ui/form.tsx";
import { changesOfResult, type NewResult } from "./result-form-data.ts";

/** A result as an admin entered it: one round or both. */
export type EnteredResult = ApiReply<"GET /results">[number];

/**
 * The results of the last 30 days and all unpublished ones. They are polled while any of them is
 * unpublished, because another admin may change it, and more often while a settlement is running.
 */
export const useEnteredResults = () =>
  useQuery({
    ...apiQuery("GET /results", { query: { days: 30 } }),
    refetchInterval: ({ state: { data = [] } }) => {
      if (data.some(isSettling)) return SETTLING_POLL_MS;
      return data.some(({ is_published }) => !is_published) ? UNPUBLISHED_POLL_MS : false;
    },
    ...FRESH,
  });

/**
 * Whether a settlement is running. `settlement` is null while its orders are still being counted.
 */
export const isSettling = ({ is_published, settlement }: EnteredResult): boolean =>
  is_published && !settlement?.is_complete;

interface SaveCallbacks {
  onDone: () => void;
  /** Receives the error of the field at fault. A failure without one is shown in a toast. */
  onRefused: (errors: FieldErrors) => void;
}

/** Creates a result, or sends the changed fields of an existing one. */
export function useSaveResult(
  result: EnteredResult | undefined,
  { onDone, onRefused }: SaveCallbacks,
) {
  const { done, whileOpen } = useDone(onDone, ...RESULTS);
  const onError = useToFields(onRefused);
  const create = useCall("POST /results", {
    onSuccess: () => done("admin.result.created"),
    onError,
  });
  const update = useCall("PUT /results/{id}", {
    onSuccess: () => done("admin.result.updated"),
    onError,
  });
  return {
    isBusy: create.isPending || update.isPending,
    save: (body: NewResult) =>
      result === undefined
        ? create.mutate({ body }, whileOpen)
        : update.mutate(
            { params: { id: result.id }, body: changesOfResult(result, body) },
            whileOpen,
          ),
  };
}

/**
 * Publishes a result exactly as it is shown; the server refuses if it has changed. `progress` is
 * how many orders are settled while the request is in flight. Once the caller is closed, a toast
 * tells how it ended.
 */
export function usePublish(result: EnteredResult) {
  const client = useQueryClient();
  const isShown = useIsShown();
  const publish = useCall("POST /results/{id}/publish", {
    onSuccess: () => {
      if (!isShown()) toast.success(t("admin.result.published_done"));
      return refresh(client, ...RESULTS);
    },
    onError: (error) => {
      if (!isShown()) toast.failure(failureOf(error));
      void refresh(client, ...RESULTS);
    },
  });
  const { house_id, date, first_round, second_round } = result;
  const rows = useQuery({
    ...apiQuery("GET /results", { query: { house_id, date } }),
    enabled: publish.isPending,
    refetchInterval: PROGRESS_POLL_MS,
  });
  const row = rows.data?.find(({ id }) => id === result.id);
  return {
    publish: () =>
      publish.mutate({
        params: { id: result.id },
        body: { house_id, date, first_round, second_round },
      }),
    isBusy: publish.isPending,
    /** The numbers are published; the rest of the settlement continues on its own. */
    isAnnounced: row?.is_published ?? false,
    progress: row?.settlement ?? undefined,
    published: publish.data,
    error: publish.error,
  };
}

/**
 * What to tell of a failure. If the outcome is unknown, the server may have received the request;
 * then it completes it.
 */
export const failureOf = (error: Error): string =>
  isOutcomeUnknown(error)
    ? `${sentenceOfFailure(error)} ${t("admin.result.outcome_unknown")}`
    : sentenceOfFailure(error);

const RESULTS = ["GET /results", "GET /results/latest"] as const;
const SETTLING_POLL_MS = 1_000;
const UNPUBLISHED_POLL_MS = 5_000;
const PROGRESS_POLL_MS = 400;
