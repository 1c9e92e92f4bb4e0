import type { reportRoutes } from "../../contract/reports/routes.ts";
import type { Handlers } from "../http/bind.ts";
import { getBooks } from "./books.ts";
import { getDashboard, getRevenue, listWinners } from "./service.ts";

export const reportHandlers: Handlers<typeof reportRoutes> = {
  "GET /admin/books": ({ context }) => getBooks(context),
  "GET /admin/dashboard": ({ context }) => getDashboard(context),
  "GET /admin/revenue": ({ context, query }) => getRevenue(context, query.days),
  "GET /admin/winners": ({ context, query }) => listWinners(context, query),
};
