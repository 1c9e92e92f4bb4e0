import type { userRoutes } from "../../contract/users/routes.ts";
import type { Handlers } from "../http/bind.ts";
import {
  changePassword,
  changeProfile,
  getProfile,
  listSessions,
  revokeOtherSessions,
  revokeSession,
} from "./service.ts";

export const userHandlers: Handlers<typeof userRoutes> = {
  "GET /users/profile": ({ context, user }) => getProfile(context, user.id),
  "PUT /users/profile": ({ context, user, body }) => changeProfile(context, user.id, body),
  "POST /users/change-password": ({ context, user, body }) => changePassword(context, user, body),
  "GET /users/sessions": ({ context, user }) => listSessions(context, user),
  "DELETE /users/sessions/{id}": ({ context, user, params }) =>
    revokeSession(context, user.id, params.id),
  "DELETE /users/sessions": ({ context, user }) => revokeOtherSessions(context, user),
};
