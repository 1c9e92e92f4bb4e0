import { routes } from "../route.ts";
import { User } from "../users/schemas.ts";
import { Credentials, ForgottenPassword, PasswordReset, Registration, Token } from "./schemas.ts";

export const authRoutes = routes({
  "POST /auth/register": {
    summary: "Create a player's account; it does not log in.",
    access: "public",
    body: Registration,
    status: 201,
    reply: User,
    refusals: [
      "registration_incomplete",
      "invalid_phone",
      "invalid_email",
      "password_too_short",
      "adults_only",
      "phone_taken",
      "too_many_requests",
      "busy",
    ],
  },
  "POST /auth/login": {
    summary: "Open a session.",
    access: "public",
    body: Credentials,
    reply: Token,
    refusals: [
      "login_incomplete",
      "invalid_credentials",
      "account_deactivated",
      "too_many_requests",
      "busy",
    ],
  },
  "POST /auth/logout": {
    summary: "End this session, at once and on every server process.",
    access: "session",
    reply: "none",
    refusals: [],
  },
  "GET /auth/me": {
    summary: "The account of this session.",
    access: "session",
    reply: User,
    refusals: [],
  },
  "POST /auth/refresh-token": {
    summary: "Exchange the token of a valid session for a new one; the old one ends.",
    access: "session",
    in_turn: true,
    reply: Token,
    refusals: [],
  },
  "POST /auth/forgot-password": {
    summary: "Send a reset code to the phone, if an account has it; the answer is always the same.",
    access: "public",
    body: ForgottenPassword,
    reply: "none",
    refusals: ["login_incomplete", "too_many_requests", "busy"],
  },
  "POST /auth/reset-password": {
    summary:
      "Set a new password with the code that was sent; every session of the account ends. " +
      "Its phone gets a message.",
    access: "public",
    body: PasswordReset,
    reply: "none",
    refusals: [
      "login_incomplete",
      "registration_incomplete",
      "invalid_phone",
      "invalid_code",
      "password_too_short",
      "too_many_requests",
      "busy",
    ],
  },
});
