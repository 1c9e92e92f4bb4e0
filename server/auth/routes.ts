import type { authRoutes } from "../../contract/auth/routes.ts";
import type { Handlers } from "../http/bind.ts";
import { refuseWhileHashing } from "../users/password.ts";
import { getProfile } from "../users/service.ts";
import {
  logIn,
  logOut,
  redeemResetCode,
  refreshToken,
  register,
  requestResetCode,
} from "./service.ts";

export const authHandlers: Handlers<typeof authRoutes> = {
  "POST /auth/register": {
    admit: refuseWhileHashing,
    handle: ({ context, body }) => register(context, body),
  },
  "POST /auth/login": {
    admit: refuseWhileHashing,
    handle: ({ context, body, address, user_agent }) =>
      logIn(context, body, { address, user_agent }),
  },
  "POST /auth/logout": ({ context, user }) => logOut(context, user),
  "GET /auth/me": ({ context, user }) => getProfile(context, user.id),
  "POST /auth/refresh-token": ({ context, user, address, user_agent }) =>
    refreshToken(context, user, { address, user_agent }),
  "POST /auth/forgot-password": ({ context, body }) => requestResetCode(context, body),
  "POST /auth/reset-password": {
    admit: refuseWhileHashing,
    handle: ({ context, body }) => redeemResetCode(context, body),
  },
};
