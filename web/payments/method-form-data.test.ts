import { expect, test } from "vitest";
import { readMethod } from "./method-form-data.ts";

const typed = (fields: Record<string, string>) => {
  const data = new FormData();
  const usual = { name: "UPI", direction: "deposit", method_type: "upi", upi_id: "shop@bank" };
  for (const [name, text] of Object.entries({ ...usual, ...fields })) data.set(name, text);
  return data;
};

test("a method is read from its form", () => {
  expect(readMethod(typed({ name: " Shop ", is_active: "on" }))).toEqual({
    method: {
      name: "Shop",
      direction: "deposit",
      method_type: "upi",
      upi_id: "shop@bank",
      icon_url: null,
      is_active: true,
    },
  });
});

test("a method that is edited keeps what it is for", () => {
  const read = readMethod(typed({}), { direction: "withdrawal", method_type: "other" });
  expect(read).toMatchObject({ method: { direction: "withdrawal", method_type: "other" } });
});

test.each([
  [{ name: " " }, { name: "admin.required" }],
  [{ upi_id: "nobody" }, { upi_id: "error.invalid_upi_id" }],
  [{ icon_url: "http://icons" }, { icon_url: "admin.method.icon_invalid" }],
])("%o is refused", (fields, errors) => {
  expect(readMethod(typed(fields))).toEqual({ errors });
});
