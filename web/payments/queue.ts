import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { parsePhone } from "../../contract/auth/rules.ts";
import {
  PAYMENT_KINDS,
  PAYMENT_STATUSES,
  type PaymentKind,
  type PaymentStatus,
} from "../../contract/payments/rules.ts";
import { countIn, searchOf } from "../lib/address.ts";
import { ApiError } from "../lib/api-error.ts";
import type { ApiReply } from "../lib/client.ts";
import { formatMoney } from "../lib/format.ts";
import { t } from "../lib/messages.ts";
import { useCall } from "../lib/call.ts";
import { refreshSoon } from "../lib/done.ts";
import { apiQuery, FRESH, isOutcomeUnknown } from "../lib/query.ts";
import { toast } from "../lib/toast.ts";

/** A request as admins see it: with its player and totals of that player's earlier requests. */
export type QueuedPayment = ApiReply<"GET /admin/payments">["payments"][number];

export type DecidedPayment = ApiReply<"GET /admin/payments/{id}">;

export interface QueueFilter {
  kind: PaymentKind | "all";
  status: PaymentStatus | "all";
  /** Empty for all players. */
  phone: string;
  page: number;
}

/** The filters and the page are kept in the query string. The status defaults to pending. */
export function useQueueFilter(): [QueueFilter, (change: Partial<QueueFilter>) => void] {
  const [search, setSearch] = useSearchParams();
  const filter: QueueFilter = {
    kind: PAYMENT_KINDS.find((kind) => kind === search.get("kind")) ?? "all",
    status: STATUSES.find((status) => status === search.get("status")) ?? "pending",
    phone: parsePhone(search.get("phone") ?? "") ?? "",
    page: countIn(search, "page") ?? 1,
  };
  const change = (changed: Partial<QueueFilter>) => {
    const next = { ...filter, page: 1, ...changed };
    const params = {
      kind: next.kind === "all" ? undefined : next.kind,
      status: next.status === "pending" ? undefined : next.status,
      phone: next.phone || undefined,
      page: next.page === 1 ? undefined : next.page,
    };
    setSearch(searchOf(params), { replace: true });
  };
  return [filter, change];
}

/** A page of the queue, polled every few seconds while the page is visible. */
export const useQueue = ({ kind, status, phone, page }: QueueFilter) =>
  useQuery({
    ...apiQuery("GET /admin/payments", {
      query: {
        kind: kind === "all" ? undefined : kind,
        status: status === "all" ? undefined : status,
        phone: phone || undefined,
        limit: PAGE,
        skip: (page - 1) * PAGE,
      },
    }),
    refetchInterval: POLL_MS,
    ...FRESH,
  });

/**
 * Approves or rejects a request, refreshes the queue and closes the dialog. `decided` is the
 * request when it has been decided without this dialog having the answer: by somebody else, or
 * from here when the answer was lost, which `isAnswerLost` says.
 */
export function useDecision(payment: QueuedPayment, onClose: () => void) {
  const client = useQueryClient();
  const [lost, setLost] = useState<Outcome>();
  const refreshQueue = () => refreshSoon(client, "GET /admin/payments/{id}", "GET /admin/payments");
  const onSuccess = (outcome: Outcome) => async () => {
    await refreshQueue();
    const amount = formatMoney(payment.amount);
    toast.success(t(`admin.payment.${payment.kind}_${outcome}`, { amount }));
  };
  const approve = useCall("POST /admin/payments/{id}/approve", {
    onSuccess: onSuccess("approved"),
  });
  const reject = useCall("POST /admin/payments/{id}/reject", { onSuccess: onSuccess("rejected") });
  const params = { id: payment.id };
  // Not called once the dialog is closed: `onClose` would close the one that is open then.
  const whileOpen = (outcome: Outcome) => ({
    onSuccess: onClose,
    onError: (error: Error) => {
      if (isOutcomeUnknown(error)) setLost(outcome);
      if (error instanceof ApiError && error.code === "not_found") onClose();
      void refreshQueue();
    },
  });
  const isBusy = approve.isPending || reject.isPending;
  const current = useQuery({
    ...apiQuery("GET /admin/payments/{id}", { params }),
    refetchInterval: POLL_MS,
    ...FRESH,
  });
  return {
    approve: () => approve.mutate({ params }, whileOpen("approved")),
    reject: (reason: string) => reject.mutate({ params, body: { reason } }, whileOpen("rejected")),
    isBusy,
    decided: isBusy || current.data?.status === "pending" ? undefined : current.data,
    isAnswerLost: lost !== undefined && lost === current.data?.status,
  };
}

type Outcome = "approved" | "rejected";

const STATUSES = [...PAYMENT_STATUSES, "all"] as const;
const PAGE = 20;
const POLL_MS = 5_000;
