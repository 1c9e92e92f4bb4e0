import * as z from "zod/mini";
import { atMost, givenText, LanguageName } from "../schemas.ts";
import { Email, FullName } from "../users/schemas.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, parsePhone } from "./rules.ts";

/** A phone in any usual spelling; the handler receives its ten digits. */
export const PhoneText = z.pipe(
  z.string().check(z.refine((text) => parsePhone(text) !== undefined, "invalid_phone")),
  z.transform((text) => parsePhone(text) ?? text),
);

type Missing = "login_incomplete" | "registration_incomplete";

/** Any text as a phone; refused with the given code when it is missing. */
const phoneText = (missing: Missing) =>
  givenText(missing).check(z.refine((text) => text.trim() !== "", missing));

/** A phone that an account may have; refused with the given code when it is missing. */
const phone = (missing: Missing) => z.pipe(phoneText(missing), PhoneText);

/** A password that is compared with the stored one. */
export const GivenPassword = givenText("login_incomplete").check(
  z.minLength(1, "login_incomplete"),
  atMost(MAX_PASSWORD_LENGTH),
);

export const NewPassword = givenText("registration_incomplete").check(
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

/** The format of the phone is not checked: an impossible phone is an ordinary wrong credential. */
export const Credentials = z.strictObject({
  phone: phoneText("login_incomplete").check(atMost(40)),
  password: GivenPassword,
});

export const Token = z.object({ access_token: z.string(), token_type: z.literal("bearer") });

/** Any text is accepted, so that the answer does not reveal whether an account has the phone. */
export const ForgottenPassword = z.strictObject({
  phone: phoneText("login_incomplete"),
});

export const PasswordReset = z.strictObject({
  phone: phone("login_incomplete"),
  code: z.string().check(z.regex(/^\d{6}$/, "invalid_code")),
  new_password: NewPassword,
});
