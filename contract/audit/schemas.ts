import * as z from "zod/mini";
import { Id, Instant } from "../schemas.ts";
import { AUDIT_ACTIONS, type AuditAction, AUDIT_SUBJECTS } from "./rules.ts";

export const AuditSubjectName = z.enum(AUDIT_SUBJECTS);

/** The fields of a subject before or after a change. Amounts in rupees. */
export const AuditFacts = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
);
export type AuditFacts = z.output<typeof AuditFacts>;

const actions = Object.keys(AUDIT_ACTIONS).filter(
  (name): name is AuditAction => name in AUDIT_ACTIONS,
);

/**
 * One change. `admin` and the address are null if the operator made it with a command on the
 * server. `before` is null when the subject was created, `after` when it was deleted.
 */
export const AuditEntry = z.object({
  id: Id,
  admin: z.nullable(z.object({ id: Id, full_name: z.string() })),
  action: z.enum(actions),
  subject_kind: AuditSubjectName,
  subject_id: Id,
  before: z.nullable(AuditFacts),
  after: z.nullable(AuditFacts),
  created_at: Instant,
  address: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
});
export type AuditEntry = z.output<typeof AuditEntry>;
