import { expect, test } from "vitest";
import { accountText } from "./account-text.ts";

const none = { account_name: null, account_number: null, ifsc_code: null, upi_id: null };
const bank = { account_name: "Asha Rai", account_number: "123456789012", ifsc_code: "SBIN0001234" };

test("a bank account shows its last four digits, a UPI id is shown in full", () => {
  expect(accountText({ ...none, ...bank, account_type: "bank" })).toBe("SBIN0001234 ••9012");
  expect(accountText({ ...none, account_type: "upi", upi_id: "asha@bank" })).toBe("asha@bank");
  expect(accountText(null)).toBeNull();
});
