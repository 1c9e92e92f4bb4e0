import * as z from "zod/mini";
import { routes } from "../route.ts";
import { Day, IdParams } from "../schemas.ts";
import { CanPlay, House, HouseChanges, NewHouse } from "./schemas.ts";

export const houseRoutes = routes({
  "GET /houses": {
    summary: "The houses, by name.",
    access: "public",
    query: z.object({ is_active: z._default(z.enum(["true", "false", "all"]), "true") }),
    etag: true,
    reply: z.array(House),
    refusals: [],
  },
  "GET /houses/{id}": {
    summary: "One house.",
    access: "public",
    params: IdParams,
    reply: House,
    refusals: ["not_found"],
  },
  "GET /houses/{id}/can-play": {
    summary: "Which rounds of a day (today when absent) are open, and when they close.",
    access: "public",
    params: IdParams,
    query: z.object({ play_date: z.optional(Day) }),
    reply: CanPlay,
    refusals: ["not_found"],
  },
  "POST /houses": {
    summary: "Add a house.",
    access: "admin",
    idempotent: true,
    body: NewHouse,
    status: 201,
    reply: House,
    refusals: [
      "invalid_clock_time",
      "rounds_out_of_order",
      "limits_out_of_order",
      "house_name_taken",
    ],
  },
  "PUT /houses/{id}": {
    summary:
      "Change a house. A round on which somebody has played keeps the closing time it had then.",
    access: "admin",
    params: IdParams,
    body: HouseChanges,
    reply: House,
    refusals: [
      "not_found",
      "invalid_clock_time",
      "rounds_out_of_order",
      "limits_out_of_order",
      "house_name_taken",
    ],
  },
  "DELETE /houses/{id}": {
    summary: "Delete a house to which nothing refers.",
    access: "admin",
    params: IdParams,
    reply: "none",
    refusals: ["not_found", "house_in_use"],
  },
});
