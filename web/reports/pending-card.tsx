import { ArrowUpFromLine, Target, TriangleAlert } from "lucide-react";
import { Link } from "wouter";
import { useMessages } from "../lib/messages.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import type { Dashboard } from "./api.ts";

/** Open tasks of the admins, with links to them. */
export function PendingCard({ stats }: { stats: Dashboard }) {
  const { t } = useMessages();
  return (
    <Card title={t("admin.overview.pending")}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <ul className="grid min-w-0 flex-1 basis-72 gap-1 text-14">
          {stats.failed_checks > 0 && (
            <li>
              <Link
                to="/app/admin/books"
                className="flex min-h-11 items-center gap-2 font-semibold text-vermilion"
              >
                <TriangleAlert size={18} aria-hidden className="shrink-0" />
                {t("admin.overview.failed_checks", { count: stats.failed_checks })}
              </Link>
            </li>
          )}
          <li>
            <Link
              to="/app/admin/payments?kind=withdrawal"
              className="flex min-h-11 items-center gap-2 font-semibold text-pine"
            >
              <ArrowUpFromLine size={18} aria-hidden className="shrink-0" />
              {t("admin.overview.withdrawals", { count: stats.pending_withdrawals })}
            </Link>
          </li>
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
