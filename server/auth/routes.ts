import type { authRoutes } from "../../contract/auth/routes.ts";
import type { Handlers } from "../http/bind.ts";
import { getProfile } from "../users/service.ts";
import {
  logIn,
  logOut,
  redeemResetCode,
  refreshToken,
  register,
  sendResetCode,
} from "./service.ts";

export const authHandlers: Handlers<typeof authRoutes> = {
  "POST /auth/register": ({ context, body }) => register(context, body),
  "POST /auth/login": ({ context, body, address, user_agent }) =>
    logIn(context, body, { address, user_agent }),
  "POST /auth/logout": ({ context, user }) => logOut(context, user),
  "GET /auth/me": ({ context, user }) => getProfile(context, user.id),
  "POST /auth/refresh-token": ({ context, user, address, user_agent }) =>
    refreshToken(context, user, { address, user_agent }),
  "POST /auth/forgot-password": ({ context, body }) => sendResetCode(context, body),
  "POST /auth/reset-password": ({ context, body }) => redeemResetCode(context, body),
};
