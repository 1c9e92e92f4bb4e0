import * as z from "zod/mini";
import { routes } from "../route.ts";
import { countText, Day, IdParams, IdText } from "../schemas.ts";
import { LatestResult, NewResult, Result, ResultFields, TopWinReply } from "./schemas.ts";

export const resultRoutes = routes({
  "GET /results/latest": {
    summary: "The newest published result of every active house.",
    access: "public",
    etag: true,
    reply: z.array(LatestResult),
    refusals: [],
  },
  "GET /results/top-win": {
    summary:
      "The largest sum that a player has won by one round, or by a forecast, on today's draws; " +
      "null while there is none. A win shows within five seconds of its settlement.",
    access: "public",
    etag: true,
    reply: TopWinReply,
    refusals: [],
  },
  "GET /results": {
    summary:
      "Results of the last `days` days, or of one date, newest first: a line per house and date. " +
      "An admin sees the rows as entered, unpublished ones however old, unless `published` is " +
      "true.",
    access: "optional",
    etag: true,
    query: z.object({
      house_id: z.optional(IdText),
      date: z.optional(Day),
      days: countText(1, 366, 30),
      published: z.optional(z.enum(["true", "false"])),
    }),
    reply: z.array(Result),
    refusals: [],
  },
  "POST /results": {
    summary: "Enter the numbers of one round or both, unpublished.",
    access: "admin",
    body: NewResult,
    status: 201,
    reply: Result,
    refusals: ["no_round_given", "not_found", "round_still_open", "round_has_result"],
  },
  "PUT /results/{id}": {
    summary: "Change a result that is not published; fields that are absent stay.",
    access: "admin",
    params: IdParams,
    body: ResultFields,
    reply: Result,
    refusals: [
      "no_round_given",
      "not_found",
      "round_still_open",
      "round_has_result",
      "result_published",
      "result_changed",
    ],
  },
  "POST /results/{id}/publish": {
    summary:
      "Publish a result, which cannot be undone here. The body is what the admin saw: when the " +
      "result is another by then, it is refused. Answers when every winner is credited.",
    access: "admin",
    params: IdParams,
    body: ResultFields,
    reply: Result,
    refusals: ["not_found", "round_still_open", "result_published", "result_changed"],
  },
});
