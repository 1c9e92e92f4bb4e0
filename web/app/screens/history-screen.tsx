import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { ORDER_STATUSES, type OrderStatus } from "../../../contract/orders/rules.ts";
import { countIn, searchOf } from "../../lib/address.ts";
import { closeToList } from "../../lib/from-list.ts";
import { useHouseNames } from "../../lib/house-names.ts";
import { t, useMessages } from "../../lib/messages.ts";
import { apiQuery } from "../../lib/query.ts";
import { useIsWide } from "../../lib/screen-width.ts";
import { withoutDoubles } from "../../lib/without-doubles.ts";
import { type Order, useOrderPages } from "../../orders/api.ts";
import { orderCode } from "../../lib/order-code.ts";
import { OrderDetails } from "../../orders/order-details.tsx";
import { OrderList } from "../../orders/order-list.tsx";
import { useCurrentOrders } from "../../orders/use-current-orders.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FilterPills } from "../../ui/filter-pills.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { LoadMore } from "../../ui/pagination.tsx";
import { Scroller } from "../../ui/scroller.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";

const FILTERS = ["all", ...ORDER_STATUSES] as const;

/** The player's orders: `?status=` filters them, `?order=` shows one of them. */
export function HistoryScreen() {
  const { t } = useMessages();
  const isWide = useIsWide();
  const { status, order_id, linkTo, setStatus, close } = useAddress();
  const pages = useOrderPages(status);
  const listed = useCurrentOrders(withoutDoubles(pages.data ?? []));
  const orders = listed.filter((order) => status === undefined || order.status === status);
  const details = order_id !== undefined && (
    <Details
      key={order_id}
      order_id={order_id}
      listed={listed.find((order) => order.id === order_id)}
    />
  );
  return (
    <>
      <PageHeader title={t("nav.history")} />
      <FilterPills
        label={t("history.filter")}
        value={status ?? "all"}
        onChange={(value) => setStatus(value === "all" ? undefined : value)}
        options={FILTERS.map((value) => ({
          value,
          label: value === "all" ? t("history.all") : t(`order_status.${value}`),
        }))}
      />
      <div className="mt-3 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <Card
          isFlush
          className="overflow-hidden max-lg:-mx-4 max-lg:rounded-none max-lg:border-x-0"
        >
          <Loaded query={pages} skeleton={<SkeletonRows isInset count={6} className="h-13" />}>
            {() =>
              orders.length === 0 ? (
                <NoOrders isFiltered={status !== undefined} onAll={() => setStatus(undefined)} />
              ) : (
                <Orders orders={orders} shown_id={order_id} linkTo={linkTo} />
              )
            }
          </Loaded>
          {orders.length === listed.length && <LoadMore query={pages} />}
        </Card>
        {isWide && (details || pages.data?.length !== 0) && (
          <aside className="sticky top-8 print:static">
            <Scroller className="max-h-[calc(100dvh-4rem)] print:max-h-none">
              <Card title={order_id === undefined ? undefined : titleOf(order_id)}>
                {details || <p className="text-14 text-quiet">{t("history.choose")}</p>}
              </Card>
            </Scroller>
          </aside>
        )}
      </div>
      {!isWide && order_id !== undefined && (
        <Dialog isOpen title={titleOf(order_id)} onClose={close}>
          {details}
        </Dialog>
      )}
    </>
  );
}

interface OrdersProps {
  orders: readonly Order[];
  shown_id: number | undefined;
  linkTo: (id: number) => string;
}

const Orders = (props: OrdersProps) => <OrderList houseNameOf={useHouseNames()} {...props} />;

/**
 * The details of an order; one that is not in the loaded list is fetched. An order that leaves a
 * filtered list, because its status has changed, is shown as it was until then.
 */
function Details({ order_id, listed }: { order_id: number; listed: Order | undefined }) {
  const houseNameOf = useHouseNames();
  const [last_listed, setLastListed] = useState(listed);
  if (listed && listed !== last_listed) setLastListed(listed);
  const query = useQuery({
    ...apiQuery("GET /orders/{id}", { params: { id: order_id } }),
    enabled: !listed,
    placeholderData: last_listed,
  });
  const [fetched] = useCurrentOrders(!listed && query.data ? [query.data] : []);
  return (
    <Loaded query={{ ...query, data: listed ?? fetched }}>
      {(order) => <OrderDetails order={order} house_name={houseNameOf(order.house_name)} />}
    </Loaded>
  );
}

function NoOrders({ isFiltered, onAll }: { isFiltered: boolean; onAll: () => void }) {
  const { t } = useMessages();
  return isFiltered ? (
    <EmptyState
      title={t("history.none_such")}
      action={
        <Button kind="secondary" onClick={onAll}>
          {t("history.show_all")}
        </Button>
      }
    />
  ) : (
    <EmptyState
      title={t("history.none")}
      action={<ButtonLink to="/app/play">{t("history.play_again")}</ButtonLink>}
    >
      {t("history.none_hint")}
    </EmptyState>
  );
}

/** The state of the screen in the address, and functions to change it. */
function useAddress() {
  const [search, setSearch] = useSearchParams();
  const status = ORDER_STATUSES.find((name) => name === search.get("status"));
  const linkTo = (id: number) => `/app/history?${searchOf({ status, order: id })}`;
  const setStatus = (next: OrderStatus | undefined) =>
    setSearch(searchOf({ status: next }), { replace: true });
  return {
    status,
    order_id: countIn(search, "order"),
    linkTo,
    setStatus,
    close: () => closeToList(() => setStatus(status)),
  };
}

const titleOf = (order_id: number): string => t("history.details", { code: orderCode(order_id) });
