import * as z from "zod/mini";
import { routes } from "../route.ts";
import { countText } from "../schemas.ts";
import { DEFAULT_REVENUE_DAYS, DEFAULT_WINNERS, DEFAULT_WINNERS_DAYS } from "./rules.ts";
import { Books, Dashboard, Revenue, Winner } from "./schemas.ts";

export const reportRoutes = routes({
  "GET /admin/books": {
    summary:
      "Checks the books now: every invariant of the money, with how much is wrong, and where the " +
      "money is. Who asks while a check is under way gets its answer.",
    access: "admin",
    reply: Books,
    refusals: [],
  },
  "GET /admin/dashboard": {
    summary:
      "Users, today's orders and revenue, the revenue so far, and what waits for a decision.",
    access: "admin",
    reply: Dashboard,
    refusals: [],
  },
  "GET /admin/revenue": {
    summary:
      "Revenue, winnings and what is left of the last `days` days, today included: in all, of " +
      "every day, and of every house.",
    access: "admin",
    query: z.object({ days: countText(1, 366, DEFAULT_REVENUE_DAYS) }),
    reply: Revenue,
    refusals: [],
  },
  "GET /admin/winners": {
    summary: "The orders of the last `days` days that have won most, the largest win first.",
    access: "admin",
    query: z.object({
      days: countText(1, 366, DEFAULT_WINNERS_DAYS),
      limit: countText(1, 100, DEFAULT_WINNERS),
    }),
    reply: z.object({ winners: z.array(Winner) }),
    refusals: [],
  },
});
