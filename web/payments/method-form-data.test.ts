import { expect, test } from "vitest";
import { changesAccount, changesOfMethod, readMethod } from "./method-form-data.ts";

const formWith = (fields: Record<string, string>) => {
  const data = new FormData();
  const defaults = { name: "UPI", direction: "deposit", method_type: "upi", upi_id: "shop@bank" };
  for (const [name, text] of Object.entries({ ...defaults, ...fields })) data.set(name, text);
  return data;
};

test("the form is parsed as a method", () => {
  expect(readMethod(formWith({ name: " Shop ", is_active: "on" }))).toEqual({
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

test("an existing method keeps its purpose", () => {
  const read = readMethod(formWith({}), { direction: "withdrawal", method_type: "other" });
  expect(read).toMatchObject({ method: { direction: "withdrawal", method_type: "other" } });
});

test.each<Record<string, string>>([
  { upi_id: "", direction: "withdrawal" },
  { upi_id: "", method_type: "card" },
  { upi_id: "", method_type: "other" },
])("a form with %o needs no UPI id", (fields) => {
  expect(readMethod(formWith(fields))).toMatchObject({ method: { upi_id: null } });
});

test.each([
  [{ name: " " }, { name: "admin.required" }],
  [{ upi_id: "" }, { upi_id: "admin.required" }],
  [{ upi_id: " ", method_type: "paytm" }, { upi_id: "admin.required" }],
  [{ upi_id: "nobody" }, { upi_id: "error.invalid_upi_id" }],
  [{ icon_url: "http://icons" }, { icon_url: "admin.method.icon_invalid" }],
])("a form with %o is rejected", (fields, errors) => {
  expect(readMethod(formWith(fields))).toEqual({ errors });
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

test("only changed fields are sent", () => {
  const changed = (fields: Record<string, string>) => {
    const read = readMethod(formWith({ is_active: "on", ...fields }), OPENED);
    return "method" in read ? changesOfMethod(OPENED, read.method) : undefined;
  };
  expect(changed({})).toEqual({});
  expect(changed({ upi_id: "two@bank" })).toEqual({ upi_id: "two@bank" });
  expect(changed({ name: "BHIM", icon_url: "/bhim.svg" })).toEqual({
    name: "BHIM",
    icon_url: "/bhim.svg",
  });
});

test("a method for withdrawals keeps its UPI id, which its form does not show", () => {
  const opened = { ...OPENED, direction: "withdrawal" } as const;
  const read = readMethod(formWith({ name: "BHIM", upi_id: "", is_active: "on" }), opened);
  expect("method" in read && changesOfMethod(opened, read.method)).toEqual({ name: "BHIM" });
});

test.each([
  [{}, false],
  [{ name: "Shop" }, false],
  [{ upi_id: " shop@bank " }, false],
  [{ upi_id: "shops@bank" }, true],
  [{ upi_id: "" }, true],
])("a form with %o changes the account: %s", (fields, is_changed) => {
  const opened = { ...OPENED, method_type: "card" } as const;
  const read = readMethod(formWith({ is_active: "on", ...fields }), opened);
  expect("method" in read && changesAccount(opened, read.method)).toBe(is_changed);
});
