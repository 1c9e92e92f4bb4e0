import { useMessages } from "../lib/messages.ts";
import { Segmented } from "../ui/segmented.tsx";
import type { QueueFilter } from "./queue.ts";

interface QueueFiltersProps {
  filter: QueueFilter;
  onChange: (change: Partial<QueueFilter>) => void;
}

export function QueueFilters({ filter, onChange }: QueueFiltersProps) {
  const { t } = useMessages();
  return (
    <div className="mb-4 grid gap-3 lg:grid-cols-[2fr_3fr]">
      <Segmented
        label={t("admin.payment.kind")}
        value={filter.kind}
        onChange={(kind) => onChange({ kind })}
        options={[
          { value: "all", label: t("admin.payment.all_kinds") },
          { value: "deposit", label: t("admin.payment.deposits") },
          { value: "withdrawal", label: t("admin.payment.withdrawals") },
        ]}
      />
      <Segmented
        label={t("admin.payment.status")}
        value={filter.status}
        onChange={(status) => onChange({ status })}
        options={[
          { value: "pending", label: t("payment_status.pending") },
          { value: "approved", label: t("payment_status.approved") },
          { value: "rejected", label: t("payment_status.rejected") },
          { value: "all", label: t("admin.payment.all_statuses") },
        ]}
      />
    </div>
  );
}
