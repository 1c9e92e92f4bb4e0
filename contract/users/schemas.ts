import * as z from "zod/mini";
import {
  atMost,
  givenText,
  Id,
  Instant,
  LanguageName,
  noControls,
  oneLine,
  Rupees,
} from "../schemas.ts";
import { EMAIL, MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, ROLES } from "./rules.ts";

export const RoleName = z.enum(ROLES);

/** An account, for its owner and for admins. `wallet_balance` in rupees. */
export const User = z.object({
  id: Id,
  full_name: z.string(),
  phone: z.string(),
  email: z.nullable(z.string()),
  language: LanguageName,
  role: RoleName,
  wallet_balance: Rupees,
  is_active: z.boolean(),
  /** Whether its owner has shown to have the phone, by setting a password with a code. */
  is_verified: z.boolean(),
  created_at: Instant,
});
export type User = z.output<typeof User>;

/** A person's name: required, one line, at most MAX_NAME_LENGTH characters. */
export const FullName = givenText("registration_incomplete").check(
  oneLine,
  z.minLength(1, "registration_incomplete"),
  atMost(MAX_NAME_LENGTH),
  noControls,
);

/** An optional email; an empty text means none. */
export const Email = z.pipe(
  z.nullish(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(MAX_EMAIL_LENGTH),
        noControls,
        z.regex(new RegExp(`^$|${EMAIL.source}`), "invalid_email"),
      ),
  ),
  z.transform((email) => email || null),
);

export const Session = z.object({
  id: Id,
  is_current: z.boolean(),
  user_agent: z.nullable(z.string()),
  address: z.nullable(z.string()),
  created_at: Instant,
  last_seen_at: Instant,
});
