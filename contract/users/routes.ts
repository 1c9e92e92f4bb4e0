import * as z from "zod/mini";
import { GivenPassword, NewPassword } from "../auth/schemas.ts";
import { routes } from "../route.ts";
import { IdParams, LanguageName, paged, textUpTo } from "../schemas.ts";
import { MAX_SEARCH_LENGTH } from "./rules.ts";
import { Email, FullName, RoleName, Session, User } from "./schemas.ts";

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
    in_turn: true,
    body: z.strictObject({
      full_name: z.optional(FullName),
      email: z.optional(Email),
      language: z.optional(LanguageName),
    }),
    reply: User,
    refusals: ["registration_incomplete", "invalid_email"],
  },
  "POST /users/change-password": {
    summary:
      "Change one's own password; every other session of the account ends at once. " +
      "Its phone gets a message.",
    access: "session",
    in_turn: true,
    body: z.strictObject({
      old_password: GivenPassword,
      new_password: NewPassword,
    }),
    reply: "none",
    refusals: [
      "login_incomplete",
      "registration_incomplete",
      "wrong_password",
      "password_too_short",
      "too_many_requests",
    ],
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
    in_turn: true,
    params: IdParams,
    reply: "none",
    refusals: ["not_found"],
  },
  "DELETE /users/sessions": {
    summary: "Sign out everywhere: end every session of this account but this one.",
    access: "session",
    in_turn: true,
    reply: "none",
    refusals: [],
  },
  "GET /admin/users": {
    summary:
      "Every account, newest first, or those that hold a text (#7: the id 7) and have a role.",
    access: "admin",
    query: z.object({
      /** Part of the name, phone or email, in any case; or `#` and the id of one account. */
      search: z.optional(textUpTo(MAX_SEARCH_LENGTH)),
      role: z.optional(RoleName),
      ...paged(50),
    }),
    reply: z.object({ users: z.array(User), pages: z.int() }),
    refusals: [],
  },
  "PUT /admin/users/{id}/status": {
    summary: "Deactivate an account, which ends its sessions at once, or activate it again.",
    access: "admin",
    params: IdParams,
    body: z.strictObject({ is_active: z.boolean() }),
    reply: User,
    refusals: ["not_found", "own_account"],
  },
  "PUT /admin/users/{id}/role": {
    summary: "Give an account another role; its sessions end at once.",
    access: "admin",
    params: IdParams,
    body: z.strictObject({ role: RoleName }),
    reply: User,
    refusals: ["not_found", "own_account"],
  },
});
