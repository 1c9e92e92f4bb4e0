import * as z from "zod/mini";
import { routes } from "../route.ts";

/** One line of the books. `figure` is what is wrong, in paise or rows: 0 when it holds. */
export const BookLine = z.object({
  name: z.string(),
  holds: z.boolean(),
  figure: z.number(),
  milliseconds: z.number(),
});
export type BookLine = z.output<typeof BookLine>;

export const reportRoutes = routes({
  "GET /admin/books": {
    summary: "Checks the books now: every invariant of the money, with what is wrong if it is.",
    access: "admin",
    reply: z.object({ holds: z.boolean(), lines: z.array(BookLine) }),
    refusals: [],
  },
});
