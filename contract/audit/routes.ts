import * as z from "zod/mini";
import { routes } from "../route.ts";
import { IdText, olderThan } from "../schemas.ts";
import { AuditEntry, AuditSubjectName } from "./schemas.ts";

export const auditRoutes = routes({
  "GET /admin/audit": {
    summary:
      "What every admin did, newest first: to what, before and after, when, from where. " +
      "`before` (an entry's id) asks for older ones; one admin's, and those of a kind of thing " +
      "or of a single one, can be asked for.",
    access: "admin",
    query: z.object({
      ...olderThan(20),
      admin_id: z.optional(IdText),
      subject_kind: z.optional(AuditSubjectName),
      subject_id: z.optional(IdText),
    }),
    reply: z.object({ entries: z.array(AuditEntry) }),
    refusals: [],
  },
});
