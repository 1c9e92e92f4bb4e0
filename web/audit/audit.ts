import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { AUDIT_ACTIONS, type AuditSubject } from "../../contract/audit/rules.ts";
import { api, type ApiReply } from "../lib/client.ts";

export type Entry = ApiReply<"GET /admin/audit">["entries"][number];
export type Facts = NonNullable<Entry["before"]>;

/** The kinds of things that are in the trail, in the order of the actions. */
export const KINDS: readonly AuditSubject[] = [...new Set(Object.values(AUDIT_ACTIONS))];

export interface AuditFilter {
  kind: AuditSubject | "all";
  /** One thing of that kind. */
  subject_id: string | undefined;
  admin_id: string | undefined;
}

/** What of the trail is shown stands in the address. */
export function useAuditFilter(): [AuditFilter, (filter: AuditFilter) => void] {
  const [search, setSearch] = useSearchParams();
  const filter: AuditFilter = {
    kind: KINDS.find((kind) => kind === search.get("kind")) ?? "all",
    subject_id: idIn(search.get("id")),
    admin_id: idIn(search.get("admin")),
  };
  return [filter, (next) => setSearch(searchOf(next), { replace: true })];
}

export const addressOf = (filter: AuditFilter): string =>
  `/app/admin/audit?${new URLSearchParams(searchOf(filter))}`;

/** The trail, newest first, a page at a time. */
export function useAudit({ kind, subject_id, admin_id }: AuditFilter) {
  const query = useInfiniteQuery({
    queryKey: ["GET /admin/audit", kind, subject_id, admin_id],
    queryFn: ({ pageParam, signal }) =>
      api("GET /admin/audit", {
        query: {
          limit: PAGE,
          before: pageParam,
          admin_id,
          subject_kind: kind === "all" ? undefined : kind,
          subject_id,
        },
        signal,
      }),
    initialPageParam: firstPage(),
    getNextPageParam: ({ entries }) => (entries.length === PAGE ? entries.at(-1)?.id : undefined),
    refetchOnMount: "always",
  });
  return { ...query, data: query.data?.pages.flatMap((page) => page.entries) };
}

const PAGE = 20;
const firstPage = (): number | undefined => undefined;

const idIn = (text: string | null): string | undefined =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? text : undefined;

const searchOf = ({ kind, subject_id, admin_id }: AuditFilter): Record<string, string> => ({
  ...(kind === "all" ? {} : { kind }),
  ...(subject_id === undefined ? {} : { id: subject_id }),
  ...(admin_id === undefined ? {} : { admin: admin_id }),
});
