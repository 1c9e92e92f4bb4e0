import { expect, test } from "vitest";
import { passwordErrors, profileErrors } from "./checks.ts";

const formData = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, text] of Object.entries(fields)) data.set(name, text);
  return data;
};

test.each([
  [{}, {}],
  [{ email: " asha@example.in " }, {}],
  [{ full_name: " " }, { full_name: "error.registration_incomplete" }],
  [{ email: "asha@nowhere" }, { email: "error.invalid_email" }],
])("personal details with %o have the errors %o", (fields, errors) => {
  expect(profileErrors(formData({ full_name: "Asha Rai", email: "", ...fields }))).toEqual(errors);
});

test.each([
  [{}, {}],
  [{ old_password: "" }, { old_password: "error.login_incomplete" }],
  [
    { new_password: "arrow", confirm_password: "arrow" },
    { new_password: "error.password_too_short" },
  ],
  [{ confirm_password: "quivers" }, { confirm_password: "profile.passwords_differ" }],
])("a changed password with %o has the errors %o", (fields, errors) => {
  const defaults = { old_password: "arrow-7", new_password: "quiver", confirm_password: "quiver" };
  expect(passwordErrors(formData({ ...defaults, ...fields }))).toEqual(errors);
});
