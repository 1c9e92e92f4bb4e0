import type { reportRoutes } from "../../contract/reports/routes.ts";
import type { Handlers } from "../http/bind.ts";
import { auditBooks } from "./books.ts";

export const reportHandlers: Handlers<typeof reportRoutes> = {
  "GET /admin/books": ({ context }) => auditBooks(context),
};
