import { isDeepStrictEqual } from "node:util";
import { AUDIT_ACTIONS, type AuditAction } from "../../contract/audit/rules.ts";
import type { auditRoutes } from "../../contract/audit/routes.ts";
import type { AuditEntry, AuditFacts } from "../../contract/audit/schemas.ts";
import { toRupees } from "../../contract/money.ts";
import type { Query, Reply } from "../../contract/route.ts";
import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import type { Actor } from "../http/access.ts";
import { type AuditRow, insertAuditRow, listAuditRows } from "./sql.ts";

/** Whoever runs a command on the server itself, where nobody is signed in. */
export const OPERATOR = { id: null, address: null, user_agent: null };

interface Change {
  /** What the thing was; absent for what is made. */
  before?: AuditFacts;
  /** What it became; absent for what is gone. */
  after?: AuditFacts;
}

/**
 * Writes into the audit trail what an admin changed, in the transaction of the change, so that
 * neither is there without the other; what is saved as it was leaves no entry. The database refuses
 * to change or delete it later.
 *
 *     await recordChange(tx, actor, "house_changed", house.id, { before, after });
 *
 * To have another call in the trail: its action goes into AUDIT_ACTIONS (contract/audit/rules.ts)
 * and, as a sentence, under `admin.entry.actions` into every catalogue; its handler passes on
 * `actor`, which every admin's call has; its service writes the line above; every-change.test.ts
 * makes the call once.
 *
 * Facts are plain values under the names of their fields, amounts as `amount_paise`: what somebody
 * who asks later needs to know, and never a password, a screenshot, a token or an account number.
 */
export async function recordChange(
  tx: Tx,
  { id: admin_id, address, user_agent }: Actor | typeof OPERATOR,
  action: AuditAction,
  subject_id: number,
  { before, after }: Change,
): Promise<void> {
  if (isDeepStrictEqual(before, after)) return;
  await insertAuditRow(tx, {
    admin_id,
    action,
    subject_kind: AUDIT_ACTIONS[action],
    subject_id,
    before: before ?? null,
    after: after ?? null,
    address,
    user_agent,
  });
}

/** The trail, newest first, at most `limit` older than `before`. */
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

/** `amount_paise` as `amount` in rupees, and so with every other amount. */
function inRupees(facts: AuditFacts): AuditFacts {
  const shown = Object.entries(facts).map(([name, value]) =>
    name.endsWith(PAISE) && typeof value === "number"
      ? [name.slice(0, -PAISE.length), toRupees(value)]
      : [name, value],
  );
  return Object.fromEntries(shown);
}

const PAISE = "_paise";
