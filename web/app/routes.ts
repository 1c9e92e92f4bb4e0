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

/** The screens behind the admin guard, whose list only admins download. */
export const adminRoutes: Screen = screen(
  () => import("./admin-routes.tsx"),
  "AdminRoutes",
  "admin",
);

/** Loads a screen before it is shown: at start, and when a link to it is pressed. */
export async function preloadScreen(path: string): Promise<void> {
  const isForAdmins = path.startsWith("/app/admin");
  const parts = [
    publicScreens[path] ?? playerScreens[path] ?? [],
    isForAdmins || path in playerScreens ? shell : [],
    isForAdmins ? adminRoutes : [],
  ].flat();
  await Promise.all(parts.map((part) => part.preload()));
}
