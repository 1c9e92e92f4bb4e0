import { Switch } from "wouter";
import { AdminLayout } from "./admin-layout.tsx";
import { routesOf, Unknown } from "./route-list.tsx";
import { type Screen, screen } from "./screen.ts";

/** The admin screens by path, with the sections above each of them. */
export const AdminRoutes = () => (
  <AdminLayout>
    <Switch>
      {routesOf(adminScreens)}
      <Unknown />
    </Switch>
  </AdminLayout>
);

const adminScreens: Record<string, Screen> = {
  "/app/admin": screen(
    () => import("../reports/admin-dashboard-screen.tsx"),
    "AdminDashboardScreen",
    "admin",
  ),
  "/app/admin/revenue": screen(
    () => import("../reports/revenue-screen.tsx"),
    "RevenueScreen",
    "admin",
  ),
  "/app/admin/winners": screen(
    () => import("../reports/winners-screen.tsx"),
    "WinnersScreen",
    "admin",
  ),
  "/app/admin/payments": screen(
    () => import("../payments/manage-payments-screen.tsx"),
    "ManagePaymentsScreen",
    "admin",
  ),
  "/app/admin/users": screen(
    () => import("../users/manage-users-screen.tsx"),
    "ManageUsersScreen",
    "admin",
  ),
  "/app/admin/users/statement": screen(
    () => import("./screens/user-statement-screen.tsx"),
    "UserStatementScreen",
    "wallet",
  ),
  "/app/admin/orders": screen(
    () => import("../orders/manage-orders-screen.tsx"),
    "ManageOrdersScreen",
    "admin",
  ),
  "/app/admin/payment-methods": screen(
    () => import("../payments/manage-methods-screen.tsx"),
    "ManageMethodsScreen",
    "admin",
  ),
  "/app/admin/houses": screen(
    () => import("../houses/manage-houses-screen.tsx"),
    "ManageHousesScreen",
    "admin",
  ),
  "/app/admin/results": screen(
    () => import("../results/manage-results-screen.tsx"),
    "ManageResultsScreen",
    "admin",
  ),
  "/app/admin/broadcast": screen(
    () => import("../notifications/broadcast-screen.tsx"),
    "BroadcastScreen",
    "admin",
  ),
  "/app/admin/books": screen(() => import("../reports/books-screen.tsx"), "BooksScreen", "admin"),
  "/app/admin/audit": screen(() => import("../audit/audit-screen.tsx"), "AuditScreen", "admin"),
};
