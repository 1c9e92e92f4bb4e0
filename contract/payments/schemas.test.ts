import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { MAX_PAISE } from "../money.ts";
import { Reason } from "../schemas.ts";
import {
  AccountDetailsSent,
  DepositForm,
  NewPaymentMethod,
  PaymentMethodChanges,
  Withdrawal,
} from "./schemas.ts";

/** The parsed value, or the message of the first issue. */
function read(schema: z.ZodMiniType, sent: unknown): unknown {
  const { success, data, error } = z.safeParse(schema, sent);
  return success ? data : error.issues[0]?.message;
}

describe("the amount of a deposit, which is text", () => {
  const amount = (text: string) => {
    const { success, data } = z.safeParse(DepositForm, { amount: text, payment_method: "1" });
    return success ? data.amount : undefined;
  };

  it.each([
    ["99", 9_900],
    ["100", 10_000],
    ["100.5", 10_050],
    ["100.50", 10_050],
    [" 100 ", 10_000],
    ["0100", 10_000],
    ["50000", 5_000_000],
    ["50000.01", 5_000_001],
    ["50001", 5_000_100],
    ["0", 0],
    ["-5", -500],
    ["-0.01", -1],
    ["100000000000000", MAX_PAISE],
    ["9".repeat(400), MAX_PAISE],
    [`-${"9".repeat(400)}`, -MAX_PAISE],
  ])("'%s' is %d paise", (text, paise) => {
    expect(amount(text)).toBe(paise);
  });

  it.each([
    "",
    "100.",
    ".5",
    "100.505",
    "1e3",
    "0x64",
    "--100",
    "- 100",
    "+100",
    "1,000",
    "₹100",
    "NaN",
  ])("'%s' is refused", (text) => {
    expect(amount(text)).toBeUndefined();
  });
});

describe("the reference of a deposit", () => {
  const reference = (text: string | undefined) => {
    const sent = { amount: "100", payment_method: "1", reference: text };
    const { success, data, error } = z.safeParse(DepositForm, sent);
    return success ? data.reference : error.issues[0]?.message;
  };

  it.each([
    [undefined, null],
    ["", null],
    ["   ", null],
    ["123456789012", "123456789012"],
    [" 123456789012 ", "123456789012"],
    ["12345678901", "invalid_reference"],
    ["1234567890123", "invalid_reference"],
    ["12345678901a", "invalid_reference"],
    ["1234 5678 9012", "invalid_reference"],
    ["१२३४५६७८९०१२", "invalid_reference"],
  ])("%j gives %j", (text, outcome) => {
    expect(reference(text)).toBe(outcome);
  });
});

describe("the amount of a withdrawal, which is a number", () => {
  const account_details = { account_type: "upi", upi_id: "asha@okaxis" };
  it.each([
    [99.99, 9_999],
    [100, 10_000],
    [100.55, 10_055],
    [50_000, 5_000_000],
    [50_000.01, 5_000_001],
    [-5, -500],
    [-100, -10_000],
    [1e14, MAX_PAISE],
    [1e300, MAX_PAISE],
    [-1e300, -MAX_PAISE],
  ])("%d is %d paise", (amount, paise) => {
    expect(read(Withdrawal, { amount, account_details })).toMatchObject({ amount: paise });
  });

  it.each([[100.555], [-100.555], ["100"], [null], [Number.NaN]])("%s is refused", (amount) => {
    expect(read(Withdrawal, { amount, account_details })).toBeTypeOf("string");
  });
});

describe("the account of a withdrawal", () => {
  const bank = {
    account_type: "bank",
    account_name: "Asha Rai",
    account_number: "123456789012",
    ifsc_code: "SBIN0001234",
  };

  it("is kept with texts trimmed and the IFSC code in upper case", () => {
    const sent = {
      ...bank,
      account_name: " Asha Rai ",
      account_number: " 123456 ",
      ifsc_code: " sbin0abc12z ",
    };
    expect(read(AccountDetailsSent, sent)).toEqual({
      account_type: "bank",
      account_name: "Asha Rai",
      account_number: "123456",
      ifsc_code: "SBIN0ABC12Z",
    });
  });

  it.each([
    [{ account_name: undefined }, "account_incomplete"],
    [{ account_name: "" }, "account_incomplete"],
    [{ account_name: "  " }, "account_incomplete"],
    [{ account_name: "\u200b" }, "account_incomplete"],
    [{ account_name: "Asha\u0000" }, "account_incomplete"],
    [{ account_name: "Asha\ud800" }, "account_incomplete"],
    [{ account_name: "Asha\u202e" }, "account_incomplete"],
    [{ account_name: "a".repeat(101) }, "must have at most 100 characters"],
    [{ account_number: undefined }, "account_incomplete"],
    [{ account_number: "" }, "account_incomplete"],
    [{ account_number: "12345" }, "invalid_account_number"],
    [{ account_number: "1234567890123456789" }, "invalid_account_number"],
    [{ account_number: "12345678901a" }, "invalid_account_number"],
    [{ ifsc_code: undefined }, "account_incomplete"],
    [{ ifsc_code: " " }, "account_incomplete"],
    [{ ifsc_code: "SBIN0001234".repeat(4) }, "invalid_ifsc"],
    [{ account_number: "1".repeat(41) }, "invalid_account_number"],
    [{ ifsc_code: "SBIN1001234" }, "invalid_ifsc"],
    [{ ifsc_code: "SBI00001234" }, "invalid_ifsc"],
    [{ ifsc_code: "SBIN000123" }, "invalid_ifsc"],
    [{ ifsc_code: "SBIN00012345" }, "invalid_ifsc"],
    [{ ifsc_code: "SBIN0-01234" }, "invalid_ifsc"],
  ])("a bank account with %j is refused as %s", (wrong, code) => {
    expect(read(AccountDetailsSent, { ...bank, ...wrong })).toBe(code);
  });

  it.each([
    "asha@okaxis",
    "a.b-c_1@ybl",
    "9876543210@paytm",
    "ab@sbi",
    "asha@bank.in",
    `${"a".repeat(64)}@${"b".repeat(64)}`,
  ])("%s is a UPI id", (upi_id) => {
    expect(read(AccountDetailsSent, { account_type: "upi", upi_id })).toMatchObject({ upi_id });
  });

  it.each([
    [undefined, "account_incomplete"],
    ["", "account_incomplete"],
    ["asha", "invalid_upi_id"],
    ["@okaxis", "invalid_upi_id"],
    ["a@okaxis", "invalid_upi_id"],
    ["asha@", "invalid_upi_id"],
    ["asha@1bank", "invalid_upi_id"],
    ["asha rai@okaxis", "invalid_upi_id"],
    ["asha@ok@axis", "invalid_upi_id"],
    ["asha&am=1@okaxis", "invalid_upi_id"],
    [`${"a".repeat(65)}@okaxis`, "invalid_upi_id"],
    [`asha@${"b".repeat(65)}`, "invalid_upi_id"],
    ["asha@b", "invalid_upi_id"],
  ])("%s as a UPI id is refused as %s", (upi_id, code) => {
    expect(read(AccountDetailsSent, { account_type: "upi", upi_id })).toBe(code);
  });

  it.each([[{}], [{ account_type: "card" }], [{ account_type: "upi", upi_id: "a@b", role: 1 }]])(
    "%j is refused",
    (sent) => {
      expect(read(AccountDetailsSent, sent)).toBeTypeOf("string");
    },
  );

  it.each(["123456", "123456789012345678"])("%s is an account number", (account_number) => {
    expect(read(AccountDetailsSent, { ...bank, account_number })).toMatchObject({ account_number });
  });

  it.each(["", null])("may be sent with %j in a field of the other type", (upi_id) => {
    const sent = { ...bank, upi_id, account_type: "bank" };
    expect(read(AccountDetailsSent, sent)).toMatchObject(bank);
  });
});

describe("a reason", () => {
  it.each([
    ["wrong amount", { reason: "wrong amount" }],
    [" wrong amount ", { reason: "wrong amount" }],
    ["wrong\tamount\r\nand \u00a0 player", { reason: "wrong amount and player" }],
    ["wrong\u2028amount", { reason: "wrong amount" }],
    ["", "reason_required"],
    ["  ", "reason_required"],
    ["\u200b \u2060", "reason_required"],
    [" ক্\u200d ", { reason: "ক্\u200d" }],
    [undefined, "reason_required"],
    ["a".repeat(301), "must have at most 300 characters"],
  ])("%j gives %j", (reason, outcome) => {
    expect(read(Reason, { reason })).toEqual(outcome);
  });

  it.each([
    "nul\u0000",
    "a\u001fb",
    "a\u007fb",
    "a\u0085b",
    "a\u009fb",
    "half \ud83d",
    "a\u202eb",
    "a\u2067b",
  ])("%j is refused", (reason) => {
    expect(read(Reason, { reason })).toBeTypeOf("string");
  });

  it("may be in a right-to-left script", () => {
    expect(read(Reason, { reason: "مبلغ" })).toEqual({ reason: "مبلغ" });
  });
});

describe("a payment method", () => {
  const method = { name: "UPI", direction: "deposit", method_type: "upi" };

  it("is active and has no icon and no UPI id by default", () => {
    const rest = { icon_url: null, upi_id: null, is_active: true };
    expect(read(NewPaymentMethod, method)).toEqual({ ...method, ...rest });
  });

  it.each([
    { icon_url: "javascript:alert(1)" },
    { icon_url: "http://example.com/a.png" },
    { upi_id: "asha" },
    { upi_id: "" },
    { method_type: "cash" },
    { direction: "both" },
    { name: " " },
    { qr_url: "data:" },
  ])("with %j is refused", (wrong) => {
    expect(read(NewPaymentMethod, { ...method, ...wrong })).toBeTypeOf("string");
  });

  it.each([{ direction: "deposit" }, { method_type: "upi" }])("keeps what %j names", (field) => {
    expect(read(PaymentMethodChanges, { name: "UPI" })).toEqual({ name: "UPI" });
    expect(read(PaymentMethodChanges, { name: "UPI", ...field })).toBeTypeOf("string");
  });
});
