import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { type Role, ROLES } from "../../contract/users/rules.ts";
import { countIn, searchOf } from "../lib/address.ts";
import type { ApiReply } from "../lib/client.ts";
import { useCall } from "../lib/call.ts";
import { useDone } from "../lib/done.ts";
import { apiQuery, FRESH } from "../lib/query.ts";

export type ManagedUser = ApiReply<"GET /admin/users">["users"][number];

export interface UserFilter {
  search: string;
  role: Role | "all";
  page: number;
}

/** The filter of the user list, which is kept in the query string. Defaults to all users. */
export function useUserFilter(): [UserFilter, (change: Partial<UserFilter>) => void] {
  const [params, setParams] = useSearchParams();
  const filter: UserFilter = {
    search: params.get("search") ?? "",
    role: ROLES.find((role) => role === params.get("role")) ?? "all",
    page: countIn(params, "page") ?? 1,
  };
  const change = (changed: Partial<UserFilter>) => {
    const next = { ...filter, page: 1, ...changed };
    const values = {
      search: next.search || undefined,
      role: next.role === "all" ? undefined : next.role,
      page: next.page === 1 ? undefined : next.page,
    };
    setParams(searchOf(values), { replace: true });
  };
  return [filter, change];
}

/** A page of users, newest first. */
export const useUsers = ({ search, role, page }: UserFilter) =>
  useQuery({
    ...apiQuery("GET /admin/users", {
      query: {
        search: search || undefined,
        role: role === "all" ? undefined : role,
        limit: PAGE_SIZE,
        skip: (page - 1) * PAGE_SIZE,
      },
    }),
    ...FRESH,
  });

/** Deactivates an active user, or activates an inactive one. */
export function useChangeStatus(user: ManagedUser, onDone: () => void) {
  const { done, whileOpen } = useDone(onDone, "GET /admin/users");
  const change = useCall("PUT /admin/users/{id}/status", {
    onSuccess: ({ is_active }) =>
      done(is_active ? "admin.user.activated" : "admin.user.deactivated"),
  });
  const request = { params: { id: user.id }, body: { is_active: !user.is_active } };
  return {
    isBusy: change.isPending,
    changeStatus: () => change.mutate(request, whileOpen),
  };
}

export function useChangeRole(user: ManagedUser, onDone: () => void) {
  const { done, whileOpen } = useDone(onDone, "GET /admin/users");
  const change = useCall("PUT /admin/users/{id}/role", {
    onSuccess: () => done("admin.user.role_updated"),
  });
  return {
    isBusy: change.isPending,
    changeRole: (role: Role) =>
      change.mutate({ params: { id: user.id }, body: { role } }, whileOpen),
  };
}

const PAGE_SIZE = 50;
