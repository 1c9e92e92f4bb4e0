import { RotateCw } from "lucide-react";
import { formatDay } from "../lib/format.ts";
import { closeToList } from "../lib/from-list.ts";
import { useMessages } from "../lib/messages.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Pagination } from "../ui/pagination.tsx";
import { RefreshFailure } from "../ui/refresh-failure.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { EmptyState, Loaded } from "../ui/states.tsx";
import { AllOrdersFilters } from "./all-orders-filters.tsx";
import { AllOrdersTable } from "./all-orders-table.tsx";
import { linkToOrder, type OrderFilter, useAllOrders, useShownOrders } from "./all-orders.ts";
import { AnyOrderDialog } from "./any-order-dialog.tsx";
import { OrderFinder } from "./order-finder.tsx";

/** The orders of all players. Admins filter them, open their details and void them. */
export function ManageOrdersScreen() {
  const { t } = useMessages();
  const [shown, show] = useShownOrders();
  const { filter, page, order_id } = shown;
  const orders = useAllOrders(filter, page);
  return (
    <>
      <PageHeader
        title={t("admin.orders")}
        lead={t("admin.order.lead")}
        action={
          <Button
            kind="secondary"
            icon={<RotateCw size={16} aria-hidden />}
            isBusy={orders.isFetching}
            onClick={() => void orders.refetch()}
          >
            {t("ui.refresh")}
          </Button>
        }
      />
      <OrderFinder onFound={(found) => show({ order_id: found })} />
      <AllOrdersFilters filter={filter} onChange={(next) => show({ filter: next, page: 1 })} />
      <RefreshFailure query={orders} />
      <Card isFlush title={useTitle(filter)}>
        <Loaded query={orders} skeleton={<SkeletonRows isInset count={8} className="h-13" />}>
          {({ orders: rows, pages }) => (
            <>
              {rows.length === 0 ? (
                <EmptyState title={t("admin.order.none")}>{t("admin.order.none_hint")}</EmptyState>
              ) : (
                <AllOrdersTable orders={rows} linkTo={(id) => linkToOrder(shown, id)} />
              )}
              <Pagination
                page={page}
                // The placeholder data come from another page or filter, so their page count may be
                // wrong.
                pages={orders.isPlaceholderData ? Math.max(page, pages) : pages}
                onPage={(next) => show({ page: next })}
              />
            </>
          )}
        </Loaded>
      </Card>
      {order_id !== undefined && (
        <AnyOrderDialog
          key={order_id}
          order_id={order_id}
          listed={orders.data?.orders.find(({ id }) => id === order_id)}
          onClose={() => closeToList(() => show({ order_id: undefined }))}
        />
      )}
    </>
  );
}

/** The days that the list covers. Without a date: every day for a phone number, else today. */
function useTitle({ date, phone }: OrderFilter): string {
  const { t, language } = useMessages();
  if (date !== "") return t("admin.order.on_date", { date: formatDay(date, language) });
  return phone === "" ? t("admin.order.today") : t("admin.order.every_day");
}
