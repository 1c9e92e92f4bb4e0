import { sql } from "kysely";
import type { AuditAction, AuditSubject } from "../../contract/audit/rules.ts";
import type { AuditFacts } from "../../contract/audit/schemas.ts";
import type { Db, Tx } from "../db/database.ts";

interface Change {
  action: AuditAction;
  subject_kind: AuditSubject;
  subject_id: number;
  /** Amounts in paise. */
  before: AuditFacts | null;
  after: AuditFacts | null;
  address: string | null;
  user_agent: string | null;
}

export interface NewAuditRow extends Change {
  admin_id: number | null;
}

export interface AuditRow extends Change {
  id: number;
  admin: { id: number; full_name: string } | null;
  created_at: string;
}

/** Inserts a row; returns false and inserts none if its admin is no longer an active admin. */
export async function insertAuditRow(tx: Tx, row: NewAuditRow): Promise<boolean> {
  const before = row.before && JSON.stringify(row.before);
  const after = row.after && JSON.stringify(row.after);
  const { numAffectedRows } = await sql`
    insert into audit (
      admin_id, action, subject_kind, subject_id, before, after, address, user_agent
    )
    select
      ${row.admin_id}, ${row.action}, ${row.subject_kind}, ${row.subject_id},
      ${before}, ${after}, ${row.address}, ${row.user_agent}
    where
      ${row.admin_id}::bigint is null
      or exists (select from users where id = ${row.admin_id} and is_active and role = 'admin')
  `.execute(tx);
  return numAffectedRows === 1n;
}

export interface AuditFilter {
  before: number | undefined;
  admin_id: number | undefined;
  subject_kind: AuditSubject | undefined;
  subject_id: number | undefined;
}

/** Newest first, with the current names of the admins. */
export async function listAuditRows(
  db: Db,
  { before, admin_id, subject_kind, subject_id }: AuditFilter,
  limit: number,
): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select
      a.id, a.action, a.subject_kind, a.subject_id, a.before, a.after,
      a.created_at, a.address, a.user_agent,
      case when u.id is not null then
        jsonb_build_object('id', u.id, 'full_name', u.full_name)
      end as admin
    from audit a
    left join users u on u.id = a.admin_id
    where
      (${before ?? null}::bigint is null or a.id < ${before ?? null})
      and (${admin_id ?? null}::bigint is null or a.admin_id = ${admin_id ?? null})
      and (${subject_kind ?? null}::text is null or a.subject_kind = ${subject_kind ?? null})
      and (${subject_id ?? null}::bigint is null or a.subject_id = ${subject_id ?? null})
    order by a.id desc
    limit ${limit}
  `.execute(db);
  return rows;
}
