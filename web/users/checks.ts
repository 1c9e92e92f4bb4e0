import { MIN_PASSWORD_LENGTH } from "../../contract/auth/rules.ts";
import { EMAIL } from "../../contract/users/rules.ts";
import { t } from "../lib/messages.ts";
import { type FieldErrors, textOf } from "../ui/form.tsx";

/** What changed personal details are refused for before they are sent. */
export function profileErrors(data: FormData): FieldErrors {
  const email = textOf(data, "email").trim();
  const isNameless = textOf(data, "full_name").trim() === "";
  return {
    ...(isNameless ? { full_name: t("error.registration_incomplete") } : {}),
    ...(email === "" || EMAIL.test(email) ? {} : { email: t("error.invalid_email") }),
  };
}

/** The same for a new password. */
export function passwordErrors(data: FormData): FieldErrors {
  const [old_password, password, confirmation] = [
    textOf(data, "old_password"),
    textOf(data, "new_password"),
    textOf(data, "confirm_password"),
  ];
  return {
    ...(old_password === "" ? { old_password: t("error.login_incomplete") } : {}),
    ...(password.length < MIN_PASSWORD_LENGTH
      ? { new_password: t("error.password_too_short") }
      : {}),
    ...(password === confirmation ? {} : { confirm_password: t("profile.passwords_differ") }),
  };
}
