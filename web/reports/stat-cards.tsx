import { ChevronRight } from "lucide-react";
import { Link } from "wouter";
import { formatCount, formatMoney } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { classes } from "../ui/classes.ts";
import type { Dashboard } from "./api.ts";

/** The figures at a glance; each leads to what it is made of. */
export function StatCards({ stats }: { stats: Dashboard }) {
  const { t } = useMessages();
  const net = (amount: number) => t("admin.overview.net", { amount: formatMoney(amount) });
  return (
    <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      <StatCard
        to="/app/admin/users"
        label={t("admin.overview.total_users")}
        value={formatCount(stats.total_users)}
        note={t("admin.overview.active_users", { count: formatCount(stats.active_users) })}
      />
      <StatCard
        to="/app/admin/orders"
        label={t("admin.overview.today_orders")}
        value={formatCount(stats.today_orders)}
        note={t("admin.overview.not_cancelled")}
      />
      <StatCard
        to="/app/admin/revenue"
        label={t("admin.overview.today_revenue")}
        value={formatMoney(stats.today_revenue)}
        note={net(stats.today_net)}
      />
      <StatCard
        to="/app/admin/revenue"
        label={t("admin.overview.total_revenue")}
        value={formatMoney(stats.total_revenue)}
        note={net(stats.total_net)}
      />
    </ul>
  );
}

interface StatCardProps {
  to: string;
  label: string;
  value: string;
  note: string;
}

const StatCard = ({ to, label, value, note }: StatCardProps) => (
  <li className="min-w-0">
    <Link
      to={to}
      className="surface flex h-full flex-col gap-1 p-3 transition-colors hover:border-pine lg:p-4"
    >
      <span className="flex items-center justify-between gap-1 text-14 text-quiet">
        {label}
        <ChevronRight size={16} aria-hidden className="shrink-0 text-edge" />
      </span>
      <span className={classes("mt-auto font-semibold wrap-anywhere", sizeOf(value))}>{value}</span>
      <span className="text-12 text-quiet">{note}</span>
    </Link>
  </li>
);

/** The largest in which its letters fit into a line, four beside each other or two on a phone. */
function sizeOf(value: string): string {
  if (value.length <= 10) return "text-20 lg:text-28";
  return value.length <= 13 ? "text-16 lg:text-20" : "text-14 lg:text-20";
}
