import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { type MessageKey, useMessages } from "../lib/messages.ts";
import { classes } from "../ui/classes.ts";
import { useSideways } from "../ui/use-sideways.ts";
import { NavLink } from "./nav-link.tsx";

/** The frame of the admin screens, with the sections above each of them. */
export function AdminLayout({ children }: { children: ReactNode }) {
  const { t } = useMessages();
  const [path] = useLocation();
  const nav = useSideways<HTMLElement>(path, "[aria-current]");
  return (
    <>
      <nav
        ref={nav}
        aria-label={t("admin.sections")}
        className="scrolls-sideways -mx-4 mb-6 px-4 lg:mx-0 lg:px-0 print:hidden"
      >
        <ul className="flex w-max min-w-full gap-1 border-b border-line">
          {SECTIONS.map(({ path, label }) => (
            <li key={path}>
              <NavLink
                to={path}
                isExact={path === "/app/admin"}
                className={(isCurrent) =>
                  classes(
                    "-mb-px flex min-h-11 items-center border-b-2 px-3 text-14 -outline-offset-2 lg:px-2",
                    // Not bold, which is wider: all sections must fit at 1280 px and not move.
                    isCurrent
                      ? "border-pine text-ink"
                      : "border-transparent text-quiet hover:text-ink",
                  )
                }
              >
                {t(label)}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </>
  );
}

/** The sections; add one together with its screen. */
const SECTIONS: readonly { path: string; label: MessageKey }[] = [
  { path: "/app/admin", label: "admin.dashboard" },
  { path: "/app/admin/payments", label: "admin.payments" },
  { path: "/app/admin/users", label: "admin.users" },
  { path: "/app/admin/orders", label: "admin.orders" },
  { path: "/app/admin/results", label: "admin.results" },
  { path: "/app/admin/houses", label: "admin.houses" },
  { path: "/app/admin/payment-methods", label: "admin.payment_methods" },
  { path: "/app/admin/revenue", label: "admin.revenue" },
  { path: "/app/admin/winners", label: "admin.winners" },
  { path: "/app/admin/broadcast", label: "admin.broadcast" },
  { path: "/app/admin/books", label: "admin.books" },
  { path: "/app/admin/audit", label: "admin.audit" },
];
