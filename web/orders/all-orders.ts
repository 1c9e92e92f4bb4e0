import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { parsePhone } from "../../contract/auth/rules.ts";
import { isDay } from "../../contract/dates.ts";
import { ORDER_STATUSES, type OrderStatus } from "../../contract/orders/rules.ts";
import { countIn, searchOf } from "../lib/address.ts";
import { ApiError } from "../lib/api-error.ts";
import { useCall } from "../lib/call.ts";
import type { ApiReply } from "../lib/client.ts";
import { useToday } from "../lib/clock.ts";
import { formatMoney } from "../lib/format.ts";
import { t } from "../lib/messages.ts";
import { apiQuery, FRESH, refresh } from "../lib/query.ts";
import { toast } from "../lib/toast.ts";
import { orderCode } from "../lib/order-code.ts";

/** An order as admins see it, with its player. */
export type PlayersOrder = ApiReply<"GET /admin/orders">["orders"][number];

/** The filters of the list of all orders. An empty string or undefined means no filter. */
export interface OrderFilter {
  house_id: number | undefined;
  date: string;
  status: OrderStatus | undefined;
  phone: string;
}

interface Shown {
  filter: OrderFilter;
  page: number;
  /** The order whose details are open. */
  order_id: number | undefined;
}

/**
 * Filters, page and open order are kept in the query string, so that an admin can share the URL.
 */
export function useShownOrders(): [Shown, (change: Partial<Shown>) => void] {
  const [search, setSearch] = useSearchParams();
  const shown = fromSearch(search);
  const change = (changed: Partial<Shown>) =>
    setSearch(toSearch({ ...shown, ...changed }), { replace: true });
  return [shown, change];
}

function fromSearch(search: URLSearchParams): Shown {
  const date = search.get("date") ?? "";
  return {
    filter: {
      house_id: countIn(search, "house"),
      date: isDay(date) ? date : "",
      status: ORDER_STATUSES.find((status) => status === search.get("status")),
      phone: parsePhone(search.get("phone") ?? "") ?? "",
    },
    page: countIn(search, "page") ?? 1,
    order_id: countIn(search, "order"),
  };
}

const toSearch = ({ filter, page, order_id }: Shown): URLSearchParams =>
  searchOf({
    house: filter.house_id,
    date: filter.date || undefined,
    status: filter.status,
    phone: filter.phone || undefined,
    page: page === 1 ? undefined : page,
    order: order_id,
  });

/** The URL that opens the details of an order over the current page of the list. */
export const linkToOrder = (shown: Shown, order_id: number): string =>
  `?${toSearch({ ...shown, order_id })}`;

export const NO_FILTER: OrderFilter = {
  house_id: undefined,
  date: "",
  status: undefined,
  phone: "",
};

/** The id of the order with this number, as its player reads it on the ticket, such as #0889. */
export function parseOrderCode(text: string): number | undefined {
  const digits = /^#?\s*0*([1-9]\d{0,14})$/.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * A page of all players' orders. The previous page stays visible while the next one loads. Without
 * a date and a phone number it has the orders of today, and at midnight those of the new day.
 */
export function useAllOrders({ house_id, date, status, phone }: OrderFilter, page: number) {
  const today = useToday();
  return useQuery({
    ...apiQuery("GET /admin/orders", {
      query: {
        house_id,
        date: date || (phone === "" ? today : undefined),
        status,
        phone: phone || undefined,
        limit: PAGE,
        skip: (page - 1) * PAGE,
      },
    }),
    placeholderData: keepPreviousData,
    ...FRESH,
  });
}

/** The current state of one order. The order from the list is shown until the response arrives. */
export const useAnyOrder = (id: number, listed: PlayersOrder | undefined) =>
  useQuery({
    ...apiQuery("GET /admin/orders/{id}", { params: { id } }),
    placeholderData: listed,
    ...FRESH,
  });

/** Whether the server may accept voiding: none of the plays in this copy is settled. */
export const isVoidable = ({ status, numbers }: PlayersOrder): boolean =>
  (status === "pending" || status === "confirmed") &&
  Object.values(numbers).every((plays) => plays.every(({ won }) => won === null));

/**
 * Voids an order, refreshes the list and closes the dialog. When the server says that the order
 * cannot be voided any more, its error message is shown and the dialog closes too.
 */
export function useVoiding({ id, total_amount }: PlayersOrder, onClose: () => void) {
  const client = useQueryClient();
  const refreshOrders = () => refresh(client, "GET /admin/orders", "GET /admin/orders/{id}");
  const call = useCall("POST /admin/orders/{id}/void", {
    onSuccess: async () => {
      await refreshOrders();
      const amount = formatMoney(total_amount);
      toast.success(t("admin.order.voided", { code: orderCode(id), amount }));
    },
  });
  // Not called once the dialog is closed: `onClose` would change the screen that is shown then.
  const whileOpen = {
    onSuccess: onClose,
    onError: (error: Error) => {
      if (error instanceof ApiError && NO_LONGER_VOIDABLE.includes(error.code)) onClose();
      void refreshOrders();
    },
  };
  return {
    isBusy: call.isPending,
    voidOrder: (reason: string) => call.mutate({ params: { id }, body: { reason } }, whileOpen),
  };
}

const PAGE = 50;
const NO_LONGER_VOIDABLE = ["order_not_voidable", "not_found"];
