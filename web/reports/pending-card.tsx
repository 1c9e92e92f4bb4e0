import {
  ArrowDownToLine,
  ArrowUpFromLine,
  type LucideIcon,
  Megaphone,
  Target,
  TriangleAlert,
} from "lucide-react";
import { Link } from "wouter";
import { useMessages } from "../lib/messages.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { classes } from "../ui/classes.ts";
import type { Dashboard } from "./api.ts";

/** Open tasks of the admins, with links to them. */
export function PendingCard({ stats }: { stats: Dashboard }) {
  const { t } = useMessages();
  return (
    <Card title={t("admin.overview.pending")}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <ul className="grid min-w-0 flex-1 basis-72 gap-1 text-14">
          {stats.broken_invariants > 0 && (
            <Task to="/app/admin/books" icon={TriangleAlert} className="text-vermilion">
              {t("admin.overview.broken_invariants", { count: stats.broken_invariants })}
            </Task>
          )}
          <Task
            to="/app/admin/payments?kind=withdrawal"
            icon={ArrowUpFromLine}
            className="text-pine"
          >
            {t("admin.overview.withdrawals", { count: stats.pending_withdrawals })}
          </Task>
          {stats.pending_deposits > 0 && (
            <Task
              to="/app/admin/payments?kind=deposit"
              icon={ArrowDownToLine}
              className="text-pine"
            >
              {t("admin.overview.deposits", { count: stats.pending_deposits })}
            </Task>
          )}
          {stats.unpublished_results > 0 && (
            <Task to="/app/admin/results" icon={Megaphone} className="text-pine">
              {t("admin.overview.unpublished_results", { count: stats.unpublished_results })}
            </Task>
          )}
          <li className="flex min-h-11 items-center gap-2">
            <Target size={18} aria-hidden className="shrink-0 text-marigold" />
            {t("admin.overview.results_reminder")}
          </li>
        </ul>
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-auto">
          <ButtonLink kind="secondary" to="/app/admin/houses">
            {t("admin.result.manage_houses")}
          </ButtonLink>
          <ButtonLink to="/app/admin/results">{t("admin.overview.add_results")}</ButtonLink>
        </div>
      </div>
    </Card>
  );
}

interface TaskProps {
  to: string;
  icon: LucideIcon;
  /** The colour. */
  className: string;
  children: string;
}

const Task = ({ to, icon: Icon, className, children }: TaskProps) => (
  <li>
    <Link to={to} className={classes("flex min-h-11 items-center gap-2 font-semibold", className)}>
      <Icon size={18} aria-hidden className="shrink-0" />
      {children}
    </Link>
  </li>
);
