import { beforeAll, expect, test } from "vitest";
import { ApiError } from "../lib/api-error.ts";
import { speakEnglish } from "../lib/speak-english.ts";
import { depositErrors, parseAmount, refusalErrors, withdrawalErrors } from "./checks.ts";

beforeAll(() => speakEnglish("wallet"));

const deposit = { amount: "100", method_id: 1, reference: "", proof: undefined };
const withdrawal = {
  amount: "100",
  account_type: "upi",
  account_name: "",
  account_number: "",
  ifsc_code: "",
  upi_id: "asha@bank",
} as const;
const bank = { ...withdrawal, account_type: "bank", upi_id: "" } as const;
const file = (type: string, size = 1) => new File([new Uint8Array(size)], "proof", { type });

test.each([
  ["", undefined],
  [" ", undefined],
  ["12,5", undefined],
  ["1e3", undefined],
  ["0x64", undefined],
  ["0.125", undefined],
  ["100.5", 100.5],
])("the amount '%s' is parsed as %s", (text, rupees) => {
  expect(parseAmount(text)).toBe(rupees);
});

test.each([
  [{}, []],
  [{ amount: "99.99" }, ["amount"]],
  [{ amount: "50000.01" }, ["amount"]],
  [{ amount: "1,000" }, ["amount"]],
  [{ amount: "" }, ["amount"]],
  [{ method_id: undefined }, ["payment_method"]],
  [{ reference: "12345678901" }, ["reference"]],
  [{ reference: "123456789012" }, []],
  [{ proof: file("image/webp") }, []],
  [{ proof: file("image/png", 5 * 1024 * 1024) }, []],
  [{ proof: file("application/pdf") }, ["proof"]],
  [{ proof: file("image/png", 0) }, ["proof"]],
  [{ proof: file("image/png", 5 * 1024 * 1024 + 1) }, ["proof"]],
])("a deposit with %j has errors in %j", (changes, fields) => {
  expect(Object.keys(depositErrors({ ...deposit, ...changes }))).toEqual(fields);
});

test.each([
  [withdrawal, []],
  [{ ...withdrawal, amount: "99" }, ["amount"]],
  [{ ...withdrawal, amount: "200.01" }, ["amount"]],
  [{ ...withdrawal, upi_id: "asha" }, ["upi_id"]],
  [{ ...withdrawal, upi_id: "" }, ["upi_id"]],
  [bank, ["account_name", "account_number", "ifsc_code"]],
  [{ ...bank, account_name: "A", account_number: "123456", ifsc_code: "SBIN0000001" }, []],
  [
    { ...bank, account_name: "A", account_number: "12345", ifsc_code: "SBIN1" },
    ["account_number", "ifsc_code"],
  ],
])("a withdrawal of %j from ₹200 has errors in %j", (values, fields) => {
  expect(Object.keys(withdrawalErrors(values, 200))).toEqual(fields);
});

test.each([
  ["", "error.deposit_too_small"],
  ["1,000", "wallet.amount_shape"],
  ["99.99", "error.deposit_too_small"],
  ["100", undefined],
  ["50000", undefined],
  ["50000.01", "error.deposit_too_large"],
])("the amount '%s' of a deposit has the error %s", (amount, key) => {
  expect(depositErrors({ ...deposit, amount })["amount"]).toBe(key);
});

test.each([
  ["", 200, "error.withdrawal_too_small"],
  ["1,000", 200, "wallet.amount_shape"],
  ["99.99", 50, "error.withdrawal_too_small"],
  ["200", 200, undefined],
  ["200.01", 200, "error.insufficient_balance"],
  ["50000", 60_000, undefined],
  ["50000.01", 60_000, "error.withdrawal_too_large"],
])("the amount '%s' of a withdrawal from ₹%d has the error %s", (amount, balance, key) => {
  expect(withdrawalErrors({ ...withdrawal, amount }, balance)["amount"]).toBe(key);
});

test.each([
  ["deposit_too_small", "amount", "amount"],
  ["proof_not_an_image", "proof", "proof"],
  ["invalid_ifsc", "account_details.ifsc_code", "ifsc_code"],
])("the refusal %s of %s belongs to the field %s", (code, path, field) => {
  const error = new ApiError({ status: 400, code, detail: "", fields: { [path]: "A sentence." } });
  expect(refusalErrors(error)).toEqual({ [field]: error });
});

test("the refusal insufficient_balance belongs to the amount", () => {
  const error = new ApiError({ status: 400, code: "insufficient_balance", detail: "" });
  expect(refusalErrors(error)).toEqual({ amount: error });
});

test("a refusal without a field belongs to no field", () => {
  expect(refusalErrors(new ApiError({ status: 503, code: "busy", detail: "" }))).toEqual({});
});
