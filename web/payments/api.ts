import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api, type ApiReply } from "../lib/client.ts";
import { useCall } from "../lib/call.ts";
import { isEarlier } from "../lib/idempotency.ts";
import { useIsShown } from "../lib/is-shown.ts";
import { type MessageKey, t } from "../lib/messages.ts";
import { apiQuery, isOutcomeUnknown, refresh } from "../lib/query.ts";
import { toast } from "../lib/toast.ts";
import { withoutDoubles } from "../lib/without-doubles.ts";

type Page = ApiReply<"GET /wallet/requests">;

export type PaymentRequest = Page["requests"][number];

export type PaymentMethod = ApiReply<"GET /wallet/payment-methods">["deposit_methods"][number];

export const usePaymentMethods = () =>
  useQuery({ ...apiQuery("GET /wallet/payment-methods"), staleTime: METHODS_FRESH_MS });

type OnError = (error: Error) => void;

/** Requests a deposit. The mutation completes once the loaded lists have the request. */
export const useRequestDeposit = (onError: OnError) =>
  useCall("POST /wallet/deposit", useRequestCallbacks(onError, "wallet.deposit_done"));

/** Requests a withdrawal. When it succeeds, the amount has left the wallet. */
export const useRequestWithdrawal = (onError: OnError) =>
  useCall("POST /wallet/withdraw", useRequestCallbacks(onError, "wallet.withdrawal_done"));

/**
 * The callbacks of a new request. A toast says at once whether it was made now or had been made by
 * an earlier attempt.
 */
function useRequestCallbacks(onError: OnError, done: MessageKey) {
  const client = useQueryClient();
  const refreshMoney = useRefreshMoney();
  const isShown = useIsShown();
  return {
    onError: (error: Error) => {
      onError(error);
      if (!isOutcomeUnknown(error)) {
        // After a definite refusal: the cached data behind the form may be stale.
        void refresh(client, "GET /auth/me", "GET /wallet/payment-methods");
      } else if (!isShown()) {
        // The form, which would say so, has been left.
        toast.failure(t("wallet.outcome_unknown"));
        void refreshMoney();
      }
    },
    onSuccess: (request: PaymentRequest, _: unknown, pressed_at: number) => {
      // Written to the cache, so that it is shown even if the refetch fails. The refetch is not
      // awaited: its key is no longer kept, so that a player who is not told, and reloads a page
      // that seems to wait, would make the request twice.
      showRequest(client, request);
      void refreshMoney();
      if (isEarlier(request, pressed_at)) toast.notice(t("wallet.asked_before"));
      else toast.success(t(done));
    },
  };
}

/**
 * The player's own payment requests, newest first, page by page. They are polled while one of them
 * is pending; once one is decided, everything that shows the moved money is refetched.
 */
export function useRequests() {
  const refreshMoney = useRefreshMoney();
  const query = useInfiniteQuery({
    queryKey: PAGES,
    queryFn: ({ pageParam, signal }) =>
      api("GET /wallet/requests", { query: { limit: PAGE, skip: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.requests.length === PAGE ? pages.length * PAGE : undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.requests.some(isWaiting)) ? POLL_MS : false,
  });
  const pages = query.data?.pages;
  const requests = pages && withoutDoubles(pages.flatMap((page) => page.requests));
  const decided = requests?.filter((request) => !isWaiting(request)).map(({ id }) => id);
  useOnGrowth(decided?.length, pages?.length, refreshMoney);
  return { ...query, data: requests, page_count: pages?.length };
}

/**
 * The latest requests of one kind, no matter how many of the other kind are newer. Until the
 * response arrives, those of this kind in the loaded list are shown.
 */
export function useLatestRequests(kind: PaymentRequest["kind"]) {
  const { data: listed } = useRequests();
  return useQuery({ ...latestOf(kind), placeholderData: listed && latestIn(listed, kind) });
}

const latestOf = (kind: PaymentRequest["kind"]) =>
  apiQuery("GET /wallet/requests", { query: { kind, limit: LATEST } });

const latestIn = (requests: PaymentRequest[], kind: PaymentRequest["kind"]): Page => ({
  requests: requests.filter((request) => request.kind === kind).slice(0, LATEST),
});

/**
 * How many requests are pending, no matter how many newer ones are decided. Until the response
 * arrives, those in the loaded list are counted.
 */
export function useWaitingCount(): number {
  const { data: listed } = useRequests();
  const waiting = useQuery({
    ...apiQuery("GET /wallet/requests", { query: { status: "pending", limit: MOST_COUNTED } }),
    placeholderData: listed && { requests: listed.filter(isWaiting) },
  });
  return waiting.data?.requests.length ?? 0;
}

export const isWaiting = ({ status }: { status: string }): boolean => status === "pending";

const PAGE = 20;
const LATEST = 3;
const MOST_COUNTED = 100;
const PAGES = ["GET /wallet/requests", "pages"];
const POLL_MS = 5_000;
const METHODS_FRESH_MS = 60_000;

const MONEY = [
  "GET /auth/me",
  "GET /wallet/balance",
  "GET /wallet/transactions",
  "GET /wallet/requests",
] as const;

function showRequest(client: QueryClient, request: PaymentRequest): void {
  client.setQueryData<InfiniteData<Page>>(
    PAGES,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page, at) => (at === 0 ? withRequest(page, request) : page)),
      },
  );
  client.setQueryData<Page>(
    latestOf(request.kind).queryKey,
    (latest) => latest && latestIn(withRequest(latest, request).requests, request.kind),
  );
}

const withRequest = ({ requests }: Page, request: PaymentRequest): Page => ({
  requests: [request, ...requests.filter(({ id }) => id !== request.id)],
});

function useRefreshMoney(): () => Promise<unknown> {
  const client = useQueryClient();
  return () => refresh(client, ...MONEY);
}

/** Calls `onGrowth` when `count` has grown, unless only because another page was loaded. */
function useOnGrowth(count = 0, pages = 0, onGrowth: () => unknown): void {
  const before = useRef({ count, pages });
  useEffect(() => {
    const { current } = before;
    before.current = { count, pages };
    if (pages === current.pages && count > current.count) onGrowth();
  });
}
