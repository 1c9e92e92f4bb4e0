import { MIN_PASSWORD_LENGTH, parsePhone } from "../../contract/auth/rules.ts";
import { EMAIL } from "../../contract/users/rules.ts";
import type { MessageKey } from "../lib/messages.ts";
import { textOf } from "../ui/form.tsx";

type Found = Record<string, MessageKey>;

/** What a registration is refused for before it is sent: field → message. */
export const registrationErrors = (data: FormData): Found => ({
  ...missingErrors(data, ["full_name", "phone", "password"]),
  ...phoneError(data),
  ...emailError(data),
  ...passwordErrors(data, "password"),
  ...(data.get("is_adult") === null ? { is_adult: "auth.must_be_adult" } : {}),
});

/** The same for a password that is set with a code. */
export const resetErrors = (data: FormData): Found => ({
  ...missingErrors(data, ["phone", "code", "new_password"]),
  ...phoneError(data),
  ...passwordErrors(data, "new_password"),
});

const missingErrors = (data: FormData, names: readonly string[]): Found =>
  Object.fromEntries(
    names
      .filter((name) => textOf(data, name).trim() === "")
      .map((name) => [name, "auth.fill_required"]),
  );

function phoneError(data: FormData): Found {
  const phone = textOf(data, "phone");
  if (phone.trim() === "" || parsePhone(phone) !== undefined) return {};
  return { phone: "error.invalid_phone" };
}

/** An email may stay empty. */
function emailError(data: FormData): Found {
  const email = textOf(data, "email").trim();
  return email === "" || EMAIL.test(email) ? {} : { email: "error.invalid_email" };
}

/** A new password (an empty one is missing, not short) and its confirmation. */
function passwordErrors(data: FormData, name: string): Found {
  const password = textOf(data, name);
  const isShort = password !== "" && password.length < MIN_PASSWORD_LENGTH;
  const differs = password !== textOf(data, "confirm_password");
  return {
    ...(isShort ? { [name]: "error.password_too_short" } : {}),
    ...(differs ? { confirm_password: "auth.passwords_differ" } : {}),
  };
}
