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

/** Which users are shown stands in the address; everybody when it says nothing. */
export function useUserFilter(): [UserFilter, (change: Partial<UserFilter>) => void] {
  const [address, setAddress] = useSearchParams();
  const filter: UserFilter = {
    search: address.get("search") ?? "",
    role: ROLES.find((role) => role === address.get("role")) ?? "all",
    page: countIn(address, "page") ?? 1,
  };
  const change = (changed: Partial<UserFilter>) => {
    const next = { ...filter, page: 1, ...changed };
    const said = {
      search: next.search || undefined,
      role: next.role === "all" ? undefined : next.role,
      page: next.page === 1 ? undefined : next.page,
    };
    setAddress(searchOf(said), { replace: true });
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
        limit: PAGE,
        skip: (page - 1) * PAGE,
      },
    }),
    ...FRESH,
  });

/** Shuts a user out, or lets the user in again. */
export function useSwitchUser(user: ManagedUser, onDone: () => void) {
  const { done, onError } = useDone(onDone, "GET /admin/users");
  const change = useCall("PUT /admin/users/{id}/status", {
    onSuccess: ({ is_active }) =>
      done(is_active ? "admin.user.activated" : "admin.user.deactivated"),
  });
  const request = { params: { id: user.id }, body: { is_active: !user.is_active } };
  return {
    isBusy: change.isPending,
    switchUser: () => change.mutate(request, { onError }),
  };
}

export function useChangeRole(user: ManagedUser, onDone: () => void) {
  const { done, onError } = useDone(onDone, "GET /admin/users");
  const change = useCall("PUT /admin/users/{id}/role", {
    onSuccess: () => done("admin.user.role_updated"),
  });
  return {
    isBusy: change.isPending,
    changeRole: (role: Role) =>
      change.mutate({ params: { id: user.id }, body: { role } }, { onError }),
  };
}

const PAGE = 50;
