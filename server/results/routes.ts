import type { resultRoutes } from "../../contract/results/routes.ts";
import type { Handlers } from "../http/bind.ts";
import { createResult, editResult, getLatest, listResults, publishResult } from "./service.ts";
import { getTopWin } from "./winners.ts";

export const resultHandlers: Handlers<typeof resultRoutes> = {
  "GET /results/latest": ({ context }) => getLatest(context),
  "GET /results/top-win": ({ context }) => getTopWin(context),
  "GET /results": ({ context, user, query }) => listResults(context, user?.role === "admin", query),
  "POST /results": ({ context, actor, body }) => createResult(context, actor, body),
  "PUT /results/{id}": ({ context, actor, params, body }) =>
    editResult(context, actor, params.id, body),
  "POST /results/{id}/publish": ({ context, actor, params, body }) =>
    publishResult(context, actor, params.id, body),
};
