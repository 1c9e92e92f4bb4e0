import { ChevronRight } from "lucide-react";
import { Link } from "wouter";
import { formatCount, formatMoney } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { Figure } from "../ui/figure.tsx";
import type { Dashboard } from "./api.ts";

/** The key figures in one font size; each card links to its details. */
export function StatCards({ stats }: { stats: Dashboard }) {
  const { t } = useMessages();
  const net = (amount: number) => t("admin.overview.net", { amount: formatMoney(amount) });
  const cards = [
    {
      to: "/app/admin/users",
      label: t("admin.overview.total_users"),
      value: formatCount(stats.total_users),
      note: t("admin.overview.active_users", { count: formatCount(stats.active_users) }),
    },
    {
      to: "/app/admin/orders",
      label: t("admin.overview.today_orders"),
      value: formatCount(stats.today_orders),
      note: t("admin.overview.not_cancelled"),
    },
    {
      to: "/app/admin/revenue",
      label: t("admin.overview.today_revenue"),
      value: formatMoney(stats.today_revenue),
      note: net(stats.today_net),
    },
    {
      to: "/app/admin/revenue",
      label: t("admin.overview.total_revenue"),
      value: formatMoney(stats.total_revenue),
      note: net(stats.total_net),
    },
  ];
  const letters = Math.max(...cards.map(({ value }) => value.length));
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-3 [--largest:min(1.25rem,8vw)] lg:@2xl:grid-cols-4 lg:gap-4 lg:@4xl:[--largest:1.75rem]">
      {cards.map((card) => (
        <StatCard key={card.label} letters={letters} {...card} />
      ))}
    </ul>
  );
}

interface StatCardProps {
  to: string;
  label: string;
  value: string;
  note: string;
  /** The length of the longest value. */
  letters: number;
}

const StatCard = ({ to, label, value, note, letters }: StatCardProps) => (
  <li className="min-w-0">
    <Link
      to={to}
      className="surface flex h-full flex-col gap-1 p-3 transition-colors hover:border-pine lg:@2xl:p-4"
    >
      <span className="flex items-center justify-between gap-1 text-14 text-quiet">
        {label}
        <ChevronRight size={16} aria-hidden className="shrink-0 text-edge" />
      </span>
      <span className="mt-auto leading-[1.4] font-semibold">
        <Figure letters={letters}>{value}</Figure>
      </span>
      <span className="text-12 text-quiet">{note}</span>
    </Link>
  </li>
);
