import type { ReactNode } from "react";
import { type Screen, screen } from "./screen.ts";

/** The public screens by path; each is loaded when it is first needed. */
export const publicScreens: Record<string, Screen> = {
  "/": screen(() => import("./screens/landing-screen.tsx"), "LandingScreen", "landing"),
  "/rules": screen(() => import("./screens/public-rules-screen.tsx"), "PublicRulesScreen", "rules"),
  "/login": screen(() => import("../auth/login-screen.tsx"), "LoginScreen", "auth"),
  "/register": screen(() => import("../auth/register-screen.tsx"), "RegisterScreen", "auth"),
  "/forgot-password": screen(
    () => import("../auth/forgot-password-screen.tsx"),
    "ForgotPasswordScreen",
    "auth",
  ),
  "/reset-password": screen(
    () => import("../auth/reset-password-screen.tsx"),
    "ResetPasswordScreen",
    "auth",
  ),
};

/** The frame of every screen of a signed-in user. */
export const shell: Screen<{ children: ReactNode }> = screen(() => import("./shell.tsx"), "Shell");

/** Screens behind the session guard, inside the shell. */
export const playerScreens: Record<string, Screen> = {
  "/app": screen(() => import("./screens/dashboard-screen.tsx"), "DashboardScreen"),
  "/app/history": screen(() => import("./screens/history-screen.tsx"), "HistoryScreen", "history"),
  "/app/notifications": screen(
    () => import("./screens/notifications-screen.tsx"),
    "NotificationsScreen",
    "notifications",
  ),
  "/app/play": screen(() => import("./screens/play-screen.tsx"), "PlayScreen", "play"),
  "/app/results": screen(() => import("./screens/results-screen.tsx"), "ResultsScreen", "results"),
  "/app/profile": screen(() => import("../users/profile-screen.tsx"), "ProfileScreen", "profile"),
  "/app/rules": screen(() => import("./screens/rules-screen.tsx"), "RulesScreen", "rules"),
  "/app/wallet": screen(() => import("./screens/wallet-screen.tsx"), "WalletScreen", "wallet"),
};

/** The dialog that the account menu opens. */
export const accountDialog: Screen<{ onClose: () => void }> = screen(
  () => import("./account-dialog.tsx"),
  "AccountDialog",
);

/** Screens behind the admin guard, inside the admin layout. */
export const adminLayout: Screen<{ children: ReactNode }> = screen(
  () => import("./admin-layout.tsx"),
  "AdminLayout",
  "admin",
);

export const adminScreens: Record<string, Screen> = {
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

/** Loads a screen before it is shown: at start, and when a link to it is pressed. */
export async function preloadScreen(path: string): Promise<void> {
  const screens = { ...publicScreens, ...playerScreens, ...adminScreens };
  const isForAdmins = path in adminScreens;
  const around = [
    ...(isForAdmins || path in playerScreens ? [shell] : []),
    ...(isForAdmins ? [adminLayout] : []),
  ];
  await Promise.all([screens[path]?.preload(), ...around.map((part) => part.preload())]);
}
