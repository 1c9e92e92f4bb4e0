import { MIN_PASSWORD_LENGTH } from "../../contract/auth/rules.ts";
import { EMAIL } from "../../contract/users/rules.ts";
import type { MessageKey } from "../lib/messages.ts";
import { textOf } from "../ui/form.tsx";

/** The errors that prevent saving personal details: field → message. */
export function profileErrors(data: FormData): Record<string, MessageKey> {
  const email = textOf(data, "email").trim();
  const isNameMissing = textOf(data, "full_name").trim() === "";
  return {
    ...(isNameMissing ? { full_name: "error.registration_incomplete" } : {}),
    ...(email === "" || EMAIL.test(email) ? {} : { email: "error.invalid_email" }),
  };
}

/** The errors that prevent changing a password: field → message. */
export function passwordErrors(data: FormData): Record<string, MessageKey> {
  const [old_password, password, confirmation] = [
    textOf(data, "old_password"),
    textOf(data, "new_password"),
    textOf(data, "confirm_password"),
  ];
  return {
    ...(old_password === "" ? { old_password: "error.login_incomplete" } : {}),
    ...(password.length < MIN_PASSWORD_LENGTH ? { new_password: "error.password_too_short" } : {}),
    ...(password === confirmation ? {} : { confirm_password: "profile.passwords_differ" }),
  };
}
