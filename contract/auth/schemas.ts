import * as z from "zod/mini";
import { atMost, LanguageName } from "../schemas.ts";
import { Email, FullName } from "../users/schemas.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, parsePhone } from "./rules.ts";

/** A phone as people write it; the handler receives its ten digits. */
export const PhoneText = z.pipe(
  z.string().check(z.refine((text) => parsePhone(text) !== undefined, "invalid_phone")),
  z.transform((text) => parsePhone(text) ?? text),
);

/** The same with a refusal of its own where it is missing. */
const phone = (missing: "login_incomplete" | "registration_incomplete") =>
  z.pipe(z.string(missing).check(z.refine((text) => text.trim() !== "", missing)), PhoneText);

export const NewPassword = z.string("registration_incomplete").check(
  z.refine((text) => text !== "", { error: "registration_incomplete", abort: true }),
  z.minLength(MIN_PASSWORD_LENGTH, "password_too_short"),
  atMost(MAX_PASSWORD_LENGTH),
);

export const Registration = z.strictObject({
  full_name: FullName,
  phone: phone("registration_incomplete"),
  password: NewPassword,
  email: Email,
  language: z._default(LanguageName, "en"),
  is_adult: z.optional(z.literal(true, "adults_only")),
});

/** A phone that cannot exist is a wrong credential like any other, so it is not refused here. */
export const Credentials = z.strictObject({
  phone: z.string("login_incomplete").check(
    z.refine((text) => text.trim() !== "", "login_incomplete"),
    atMost(40),
  ),
  password: z
    .string("login_incomplete")
    .check(z.minLength(1, "login_incomplete"), atMost(MAX_PASSWORD_LENGTH)),
});

export const Token = z.object({ access_token: z.string(), token_type: z.literal("bearer") });

/** Any text: the answer tells nobody whether an account has it, nor whether one could. */
export const ForgottenPassword = z.strictObject({
  phone: z
    .string("login_incomplete")
    .check(z.refine((text) => text.trim() !== "", "login_incomplete")),
});

export const PasswordReset = z.strictObject({
  phone: phone("login_incomplete"),
  code: z.string().check(z.regex(/^\d{6}$/, "invalid_code")),
  new_password: NewPassword,
});
