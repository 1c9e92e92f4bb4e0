import * as z from "zod/mini";
import { routes } from "../route.ts";
import { Instant } from "../schemas.ts";

export const systemRoutes = routes({
  "GET /health/live": {
    summary: "The process answers.",
    access: "public",
    reply: z.object({ status: z.literal("ok") }),
    refusals: [],
  },
  "GET /health/ready": {
    summary: "The database is reachable and its migrations are current.",
    access: "public",
    reply: z.object({ status: z.literal("ok") }),
    refusals: ["busy"],
  },
  "GET /about": {
    summary: "What a screen must know of this installation before anybody signs in.",
    access: "public",
    reply: z.object({
      mode: z.enum(["demo", "licensed"]),
      licence: z.nullable(z.object({ name: z.string(), number: z.string() })),
      server_time: Instant,
    }),
    refusals: [],
  },
});
