import * as z from "zod/mini";
import { NewPassword } from "../auth/schemas.ts";
import { routes } from "../route.ts";
import { IdParams, LanguageName } from "../schemas.ts";
import { Email, FullName, Session, User } from "./schemas.ts";

export const userRoutes = routes({
  "GET /users/profile": {
    summary: "The account of this session.",
    access: "session",
    reply: User,
    refusals: [],
  },
  "PUT /users/profile": {
    summary: "Change one's own name, email or language.",
    access: "session",
    body: z.strictObject({
      full_name: z.optional(FullName),
      email: z.optional(Email),
      language: z.optional(LanguageName),
    }),
    reply: User,
    refusals: ["registration_incomplete", "invalid_email"],
  },
  "POST /users/change-password": {
    summary: "Change one's own password; every other session of the account ends at once.",
    access: "session",
    body: z.strictObject({
      old_password: z.string("login_incomplete").check(z.minLength(1, "login_incomplete")),
      new_password: NewPassword,
    }),
    status: 204,
    reply: "none",
    refusals: ["login_incomplete", "wrong_password", "password_too_short", "too_many_requests"],
  },
  "GET /users/sessions": {
    summary: "The sessions of this account that are still valid, newest first.",
    access: "session",
    reply: z.object({ sessions: z.array(Session) }),
    refusals: [],
  },
  "DELETE /users/sessions/{id}": {
    summary: "End one session of this account.",
    access: "session",
    params: IdParams,
    status: 204,
    reply: "none",
    refusals: ["not_found"],
  },
  "DELETE /users/sessions": {
    summary: "Sign out everywhere: end every session of this account but this one.",
    access: "session",
    status: 204,
    reply: "none",
    refusals: [],
  },
});
