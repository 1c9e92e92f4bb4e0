import type { userRoutes } from "../../contract/users/routes.ts";
import type { Handlers } from "../http/bind.ts";
import { listUsers } from "./pages.ts";
import { refuseWhileHashing } from "./password.ts";
import {
  changePassword,
  changeProfile,
  getProfile,
  listSessions,
  revokeOtherSessions,
  revokeSession,
  setUserActive,
  setUserRole,
} from "./service.ts";

export const userHandlers: Handlers<typeof userRoutes> = {
  "GET /users/profile": ({ context, user }) => getProfile(context, user.id),
  "PUT /users/profile": ({ context, user, body }) => changeProfile(context, user.id, body),
  "POST /users/change-password": {
    admit: refuseWhileHashing,
    handle: ({ context, user, body }) => changePassword(context, user, body),
  },
  "GET /users/sessions": ({ context, user }) => listSessions(context, user),
  "DELETE /users/sessions/{id}": ({ context, user, params }) =>
    revokeSession(context, user.id, params.id),
  "DELETE /users/sessions": ({ context, user }) => revokeOtherSessions(context, user),
  "GET /admin/users": ({ context, query }) => listUsers(context, query),
  "PUT /admin/users/{id}/status": ({ context, actor, params, body }) =>
    setUserActive(context, actor, params.id, body.is_active),
  "PUT /admin/users/{id}/role": ({ context, actor, params, body }) =>
    setUserRole(context, actor, params.id, body.role),
};
