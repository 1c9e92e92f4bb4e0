import { useState } from "react";
import { useMessages } from "../lib/messages.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { Pagination } from "../ui/pagination.tsx";
import { RefreshFailure } from "../ui/refresh-failure.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { EmptyState, Loaded } from "../ui/states.tsx";
import { ApproveDialog, RejectDialog } from "./decision-dialogs.tsx";
import { PlayerFilter } from "./player-filter.tsx";
import { QueueCard } from "./queue-card.tsx";
import { QueueFilters } from "./queue-filters.tsx";
import { type QueuedPayment, type QueueFilter, useQueue, useQueueFilter } from "./queue.ts";

/** The queue of payment requests, which admins approve or reject. */
export function ManagePaymentsScreen() {
  const { t } = useMessages();
  const [filter, setFilter] = useQueueFilter();
  const queue = useQueue(filter);
  // Kept here and not in the list, so that an open dialog survives a change of page.
  const [dialog, setDialog] = useState<OpenDialog>();
  const closeDialog = () => setDialog(undefined);
  return (
    <>
      <PageHeader title={t("admin.payment.title")} lead={t(leadOf(filter))} />
      <QueueFilters filter={filter} onChange={setFilter} />
      <PlayerFilter phone={filter.phone} onChange={(phone) => setFilter({ phone })} />
      <RefreshFailure query={queue} />
      <Loaded query={queue} skeleton={<SkeletonRows className="h-64 w-full" />}>
        {({ payments, pages }) => (
          <>
            <Queue payments={payments} filter={filter} onOpen={setDialog} />
            <Pagination page={filter.page} pages={pages} onPage={(page) => setFilter({ page })} />
          </>
        )}
      </Loaded>
      {dialog?.action === "approve" && (
        <ApproveDialog key={dialog.payment.id} payment={dialog.payment} onClose={closeDialog} />
      )}
      {dialog?.action === "reject" && (
        <RejectDialog key={dialog.payment.id} payment={dialog.payment} onClose={closeDialog} />
      )}
    </>
  );
}

interface OpenDialog {
  payment: QueuedPayment;
  action: "approve" | "reject";
}

const leadOf = ({ status }: QueueFilter) =>
  status === "approved" || status === "rejected"
    ? "admin.payment.lead_decided"
    : "admin.payment.lead";

interface QueueProps {
  payments: readonly QueuedPayment[];
  filter: QueueFilter;
  onOpen: (dialog: OpenDialog) => void;
}

function Queue({ payments, filter, onOpen }: QueueProps) {
  const { t } = useMessages();
  return (
    <section aria-label={t("admin.payment.list")}>
      {payments.length === 0 && <NoPayments isQueueEmpty={isWholeQueue(filter)} />}
      <ul className="grid gap-4">
        {payments.map((payment) => (
          <li key={payment.id} className="@container">
            <QueueCard
              payment={payment}
              onApprove={() => onOpen({ payment, action: "approve" })}
              onReject={() => onOpen({ payment, action: "reject" })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const isWholeQueue = ({ status, phone }: QueueFilter): boolean =>
  status === "pending" && phone === "";

function NoPayments({ isQueueEmpty }: { isQueueEmpty: boolean }) {
  const { t } = useMessages();
  return (
    <div className="surface">
      {isQueueEmpty ? (
        <EmptyState title={t("admin.payment.none_pending")}>
          {t("admin.payment.none_pending_hint")}
        </EmptyState>
      ) : (
        <EmptyState title={t("admin.payment.none")}>{t("admin.payment.none_hint")}</EmptyState>
      )}
    </div>
  );
}
