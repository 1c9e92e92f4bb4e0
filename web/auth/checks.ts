import { MIN_PASSWORD_LENGTH, parsePhone } from "../../contract/auth/rules.ts";
import { EMAIL } from "../../contract/users/rules.ts";
import type { MessageKey } from "../lib/messages.ts";
import { textOf } from "../ui/form.tsx";

type Errors = Record<string, MessageKey>;

/** The errors that prevent sending a registration: field → message. */
export const registrationErrors = (data: FormData): Errors => ({
  ...missingErrors(data, ["full_name", "phone", "password"]),
  ...phoneError(data),
  ...emailError(data),
  ...passwordErrors(data, "password"),
  ...(data.get("is_adult") === null ? { is_adult: "auth.must_be_adult" } : {}),
});

/** The errors that prevent sending a password reset: field → message. */
export const resetErrors = (data: FormData): Errors => ({
  ...missingErrors(data, ["phone", "code", "new_password"]),
  ...phoneError(data),
  ...passwordErrors(data, "new_password"),
});

const missingErrors = (data: FormData, names: readonly string[]): Errors =>
  Object.fromEntries(
    names
      .filter((name) => textOf(data, name).trim() === "")
      .map((name) => [name, "auth.fill_required"]),
  );

function phoneError(data: FormData): Errors {
  const phone = textOf(data, "phone");
  if (phone.trim() === "" || parsePhone(phone) !== undefined) return {};
  return { phone: "error.invalid_phone" };
}

/** The email is optional. */
function emailError(data: FormData): Errors {
  const email = textOf(data, "email").trim();
  return email === "" || EMAIL.test(email) ? {} : { email: "error.invalid_email" };
}

/** Checks a new password and its confirmation. An empty password is missing, not too short. */
function passwordErrors(data: FormData, name: string): Errors {
  const password = textOf(data, name);
  const isShort = password !== "" && password.length < MIN_PASSWORD_LENGTH;
  const differs = password !== textOf(data, "confirm_password");
  return {
    ...(isShort ? { [name]: "error.password_too_short" } : {}),
    ...(differs ? { confirm_password: "auth.passwords_differ" } : {}),
  };
}
