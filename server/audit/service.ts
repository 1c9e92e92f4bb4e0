import { isDeepStrictEqual } from "node:util";
import { AUDIT_ACTIONS, type AuditAction } from "../../contract/audit/rules.ts";
import type { auditRoutes } from "../../contract/audit/routes.ts";
import type { AuditEntry, AuditFacts } from "../../contract/audit/schemas.ts";
import { toRupees } from "../../contract/money.ts";
import type { Query, Reply } from "../../contract/route.ts";
import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import type { Actor } from "../http/access.ts";
import { Refusal } from "../refusal.ts";
import { type AuditRow, insertAuditRow, listAuditRows } from "./sql.ts";

/** The actor of a command that is run on the server itself, where nobody is signed in. */
export const OPERATOR = { id: null, address: null, user_agent: null };

interface Change {
  /** The subject before the change; absent when it is created. */
  before?: AuditFacts;
  /** The subject after the change; absent when it is deleted. */
  after?: AuditFacts;
}

/**
 * Records a change of an admin in the audit trail, in the transaction of the change, so that
 * neither is committed without the other. When before and after are equal, it records nothing. The
 * database refuses to change or delete an entry.
 *
 * Refuses `session_required`, which rolls back the change, if the actor is no longer an active
 * admin: the call may have waited for a lock while its admin was demoted or deactivated.
 *
 *     await recordChange(tx, actor, "house_changed", house.id, { before, after });
 *
 * To record another call: add its action to AUDIT_ACTIONS (contract/audit/rules.ts), and its
 * sentence to every catalogue under `admin.entry.actions`. Pass on `actor`, which each admin call
 * has, in the handler. Add the line above to the service, and the call to every-change.test.ts.
 *
 * Facts are plain values by field name, with amounts as `amount_paise`. They hold what a later
 * reader needs to know, and never a password, a screenshot, a token or an account number.
 */
export async function recordChange(
  tx: Tx,
  { id: admin_id, address, user_agent }: Actor | typeof OPERATOR,
  action: AuditAction,
  subject_id: number,
  { before, after }: Change,
): Promise<void> {
  if (isDeepStrictEqual(before, after)) return;
  const is_admin = await insertAuditRow(tx, {
    admin_id,
    action,
    subject_kind: AUDIT_ACTIONS[action],
    subject_id,
    before: before ?? null,
    after: after ?? null,
    address,
    user_agent,
  });
  if (!is_admin) throw new Refusal("session_required");
}

/** The entries of the audit trail, newest first: at most `limit`, with ids lower than `before`. */
export async function listAudit(
  { db }: Context,
  { limit, before, admin_id, subject_kind, subject_id }: Query<AuditRoute>,
): Promise<Reply<AuditRoute>> {
  const rows = await listAuditRows(db, { before, admin_id, subject_kind, subject_id }, limit);
  return { entries: rows.map(toEntry) };
}

type AuditRoute = (typeof auditRoutes)["GET /admin/audit"];

const toEntry = (row: AuditRow): AuditEntry => ({
  ...row,
  before: row.before && inRupees(row.before),
  after: row.after && inRupees(row.after),
});

/** Turns every amount in paise into rupees, such as `amount_paise` into `amount`. */
function inRupees(facts: AuditFacts): AuditFacts {
  const entries = Object.entries(facts).map(([name, value]) =>
    name.endsWith(PAISE) && typeof value === "number"
      ? [name.slice(0, -PAISE.length), toRupees(value)]
      : [name, value],
  );
  return Object.fromEntries(entries);
}

const PAISE = "_paise";
