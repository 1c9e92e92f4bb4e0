import { useSearchParams } from "wouter";
import { AUDIT_ACTIONS, type AuditSubject } from "../../contract/audit/rules.ts";
import { countIn, searchOf } from "../lib/address.ts";
import { api, type ApiReply } from "../lib/client.ts";
import { usePages } from "../lib/pages.ts";

export type Entry = ApiReply<"GET /admin/audit">["entries"][number];
export type Facts = NonNullable<Entry["before"]>;

/** The kinds of subjects in the audit trail, in the order of their actions. */
export const KINDS: readonly AuditSubject[] = [...new Set(Object.values(AUDIT_ACTIONS))];

export interface AuditFilter {
  kind: AuditSubject | "all";
  /** The id of one subject of that kind. */
  subject_id: number | undefined;
  admin_id: number | undefined;
}

/** The filter of the audit trail, which is kept in the query string. */
export function useAuditFilter(): [AuditFilter, (filter: AuditFilter) => void] {
  const [search, setSearch] = useSearchParams();
  const filter: AuditFilter = {
    kind: KINDS.find((kind) => kind === search.get("kind")) ?? "all",
    subject_id: countIn(search, "id"),
    admin_id: countIn(search, "admin"),
  };
  return [filter, (next) => setSearch(queryStringOf(next), { replace: true })];
}

export const auditPath = (filter: AuditFilter): string =>
  `/app/admin/audit?${queryStringOf(filter)}`;

/** The audit trail, newest first, one page at a time. */
export const useAudit = ({ kind, subject_id, admin_id }: AuditFilter) =>
  usePages({
    queryKey: ["GET /admin/audit", kind, subject_id, admin_id],
    ask: (asked, signal) => {
      const subject_kind = kind === "all" ? undefined : kind;
      const query = { ...asked, admin_id, subject_kind, subject_id };
      return api("GET /admin/audit", { query, signal });
    },
    rowsOf: ({ entries }) => entries,
  });

const queryStringOf = ({ kind, subject_id, admin_id }: AuditFilter) =>
  searchOf({ kind: kind === "all" ? undefined : kind, id: subject_id, admin: admin_id });
