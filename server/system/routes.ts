import type { systemRoutes } from "../../contract/system/routes.ts";
import { clockNow } from "../db/clock.ts";
import { isMigrated } from "../db/migrate.ts";
import type { Handlers } from "../http/bind.ts";
import { Refusal } from "../refusal.ts";

export const systemHandlers: Handlers<typeof systemRoutes> = {
  "GET /health/live": async () => ({ status: "ok" }),
  "GET /health/ready": async ({ context }) => {
    const is_ready = await isMigrated(context.db).catch(() => false);
    if (!is_ready) throw new Refusal("busy");
    return { status: "ok" };
  },
  "GET /about": async ({ context: { config, db } }) => ({
    mode: config.mode,
    licence: config.licence,
    server_time: await clockNow(db),
  }),
};
