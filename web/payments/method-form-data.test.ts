import { expect, test } from "vitest";
import { changesOfMethod, readMethod } from "./method-form-data.ts";

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

test.each<Record<string, string>>([
  { upi_id: "", direction: "withdrawal" },
  { upi_id: "", method_type: "card" },
  { upi_id: "", method_type: "other" },
])("%o needs no UPI id", (fields) => {
  expect(readMethod(typed(fields))).toMatchObject({ method: { upi_id: null } });
});

test.each([
  [{ name: " " }, { name: "admin.required" }],
  [{ upi_id: "" }, { upi_id: "admin.required" }],
  [{ upi_id: " ", method_type: "paytm" }, { upi_id: "admin.required" }],
  [{ upi_id: "nobody" }, { upi_id: "error.invalid_upi_id" }],
  [{ icon_url: "http://icons" }, { icon_url: "admin.method.icon_invalid" }],
])("%o is refused", (fields, errors) => {
  expect(readMethod(typed(fields))).toEqual({ errors });
});

const OPENED = {
  id: 1,
  direction: "deposit",
  name: "UPI",
  method_type: "upi",
  icon_url: null,
  account_info: { upi_id: "shop@bank", qr_url: null },
  is_active: true,
} as const;

test("only what was changed in the form is sent", () => {
  const changed = (fields: Record<string, string>) => {
    const read = readMethod(typed({ is_active: "on", ...fields }), OPENED);
    return "method" in read ? changesOfMethod(OPENED, read.method) : undefined;
  };
  expect(changed({})).toEqual({});
  expect(changed({ upi_id: "two@bank" })).toEqual({ upi_id: "two@bank" });
  expect(changed({ name: "BHIM", icon_url: "/bhim.svg" })).toEqual({
    name: "BHIM",
    icon_url: "/bhim.svg",
  });
});

test("of a method for withdrawals, whose form has no UPI id, that one stays", () => {
  const opened = { ...OPENED, direction: "withdrawal" } as const;
  const read = readMethod(typed({ name: "BHIM", upi_id: "", is_active: "on" }), opened);
  expect("method" in read && changesOfMethod(opened, read.method)).toEqual({ name: "BHIM" });
});
