import { auditRoutes } from "./audit/routes.ts";
import { authRoutes } from "./auth/routes.ts";
import { houseRoutes } from "./houses/routes.ts";
import { notificationRoutes } from "./notifications/routes.ts";
import { orderRoutes } from "./orders/routes.ts";
import { paymentRoutes } from "./payments/routes.ts";
import { reportRoutes } from "./reports/routes.ts";
import { resultRoutes } from "./results/routes.ts";
import { systemRoutes } from "./system/routes.ts";
import { userRoutes } from "./users/routes.ts";
import { walletRoutes } from "./wallet/routes.ts";

/** All calls of the API by "METHOD /path". Paths are relative to /api. */
export const contract = {
  ...systemRoutes,
  ...authRoutes,
  ...userRoutes,
  ...houseRoutes,
  ...walletRoutes,
  ...paymentRoutes,
  ...orderRoutes,
  ...resultRoutes,
  ...notificationRoutes,
  ...reportRoutes,
  ...auditRoutes,
};

export type Contract = typeof contract;
export type RouteKey = keyof Contract;
