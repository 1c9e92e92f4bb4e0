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
import { type MessageKey, t } from "../lib/messages.ts";
import { apiQuery, isUnknown, refresh } from "../lib/query.ts";
import { toast } from "../lib/toast.ts";

type Page = ApiReply<"GET /wallet/requests">;

/** A deposit or withdrawal that somebody asked for. */
export type PaymentRequest = Page["requests"][number];

export type PaymentMethod = ApiReply<"GET /wallet/payment-methods">["deposit_methods"][number];

export const usePaymentMethods = () =>
  useQuery({ ...apiQuery("GET /wallet/payment-methods"), staleTime: METHODS_FRESH_MS });

/** What a failure of asking is told by. */
type OnError = (error: Error) => void;

/** Asks for a deposit. It is done once the list of requests shows it. */
export const useAskDeposit = (onError: OnError) =>
  useCall("POST /wallet/deposit", useTold(onError, "wallet.deposit_done"));

/** Asks for a withdrawal; the amount has left the wallet when it is done. */
export const useAskWithdrawal = (onError: OnError) =>
  useCall("POST /wallet/withdraw", useTold(onError, "wallet.withdrawal_done"));

/** Tells what was done, once it is shown: that the request was made now, or stood already. */
function useTold(onError: OnError, done: MessageKey) {
  const client = useQueryClient();
  const refreshMoney = useRefreshMoney();
  return {
    onError: (error: Error) => {
      onError(error);
      // Refused for good: what the form went by may be out of date.
      if (!isUnknown(error)) void refresh(client, "GET /auth/me", "GET /wallet/payment-methods");
    },
    onSuccess: async (request: PaymentRequest, _: unknown, pressed_at: number) => {
      // It is there though the list cannot be had anew.
      showRequest(client, request);
      await refreshMoney();
      if (isEarlier(request, pressed_at)) toast.notice(t("wallet.asked_before"));
      else toast.success(t(done));
    },
  };
}

/**
 * One's own requests, newest first, a page at a time. While one of them waits they are asked for
 * again and again; once one is decided, so is everything that shows the money that it moved.
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
  const requests = query.data?.pages.flatMap((page) => page.requests);
  const decided = requests?.filter((request) => !isWaiting(request)).map(({ id }) => id);
  useOnGrowth(decided?.length, query.data?.pages.length, refreshMoney);
  return { ...query, data: requests, page_count: query.data?.pages.length };
}

/**
 * The latest of one kind, however many of the other were asked for since. Until they are there,
 * those that the list of all has.
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

export const isWaiting = ({ status }: { status: string }): boolean => status === "pending";

const PAGE = 20;
const LATEST = 3;
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

/** Calls when there is more than before, unless it is because more was loaded. */
function useOnGrowth(count = 0, pages = 0, onGrowth: () => unknown): void {
  const before = useRef({ count, pages });
  useEffect(() => {
    const { current } = before;
    before.current = { count, pages };
    if (pages === current.pages && count > current.count) onGrowth();
  });
}
