import { expect, test } from "vitest";
import { registrationErrors, resetErrors } from "./checks.ts";

const formData = (defaults: Record<string, string>, fields: Record<string, string | undefined>) => {
  const data = new FormData();
  for (const [name, text] of Object.entries({ ...defaults, ...fields })) {
    if (text !== undefined) data.set(name, text);
  }
  return data;
};

const asha = {
  full_name: "Asha Rai",
  phone: "9876500001",
  email: "",
  password: "arrow7",
  confirm_password: "arrow7",
  is_adult: "on",
};

test.each([
  [{}, {}],
  [{ phone: "+91 98765-00001", email: " asha@example.in " }, {}],
  [{ full_name: " " }, { full_name: "auth.fill_required" }],
  [{ phone: " " }, { phone: "auth.fill_required" }],
  [{ phone: "12345" }, { phone: "error.invalid_phone" }],
  [{ email: "asha@nowhere" }, { email: "error.invalid_email" }],
  [{ password: "", confirm_password: "" }, { password: "auth.fill_required" }],
  [{ password: "arrow", confirm_password: "arrow" }, { password: "error.password_too_short" }],
  [{ confirm_password: "arrow8" }, { confirm_password: "auth.passwords_differ" }],
  [{ is_adult: undefined }, { is_adult: "auth.must_be_adult" }],
])("a registration with %o has the errors %o", (fields, errors) => {
  expect(registrationErrors(formData(asha, fields))).toEqual(errors);
});

const reset = {
  phone: "9876500001",
  code: "123456",
  new_password: "quiver",
  confirm_password: "quiver",
};

test.each([
  [{}, {}],
  [{ code: "" }, { code: "auth.fill_required" }],
  [{ phone: "12" }, { phone: "error.invalid_phone" }],
  [
    { new_password: "arrow", confirm_password: "arrow" },
    { new_password: "error.password_too_short" },
  ],
  [{ confirm_password: "quivers" }, { confirm_password: "auth.passwords_differ" }],
])("a password reset with %o has the errors %o", (fields, errors) => {
  expect(resetErrors(formData(reset, fields))).toEqual(errors);
});
