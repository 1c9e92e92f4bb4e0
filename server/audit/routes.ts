import type { auditRoutes } from "../../contract/audit/routes.ts";
import type { Handlers } from "../http/bind.ts";
import { listAudit } from "./service.ts";

export const auditHandlers: Handlers<typeof auditRoutes> = {
  "GET /admin/audit": ({ context, query }) => listAudit(context, query),
};
