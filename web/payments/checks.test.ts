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
  ["0.125", undefined],
  ["100.5", 100.5],
])("'%s' as an amount", (text, rupees) => {
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
  [{ proof: file("application/pdf") }, ["proof"]],
  [{ proof: file("image/png", 5 * 1024 * 1024 + 1) }, ["proof"]],
])("a deposit with %j has faults in %j", (changes, fields) => {
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
])("a withdrawal of %j from ₹200 has faults in %j", (sent, fields) => {
  expect(Object.keys(withdrawalErrors(sent, 200))).toEqual(fields);
});

test("a refusal stands at its field", () => {
  const failure = (status: number, code: string) => new ApiError({ status, code, detail: "" });
  expect(Object.keys(refusalErrors(failure(409, "reference_used")))).toEqual(["reference"]);
  expect(refusalErrors(failure(503, "busy"))).toEqual({});
});
