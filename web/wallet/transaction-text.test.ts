import { beforeAll, expect, test } from "vitest";
import { speakEnglish } from "../lib/speak-english.ts";
import type { Transaction } from "./api.ts";
import { transactionText } from "./transaction-text.ts";

beforeAll(() => speakEnglish("wallet"));

const ledgerRow = (fields: Partial<Transaction>): Transaction => ({
  id: 1,
  type: "play",
  description: "",
  amount: -10,
  balance_after: 90,
  created_at: "2026-11-20T10:15:00Z",
  order_id: 889,
  payment_id: null,
  house_name: "Jowai",
  play_date: "2026-11-20",
  ...fields,
});

test.each([
  [{}, "Jowai, 20 Nov 2026 · order\u00a0#0889"],
  [{ order_id: 12345 }, "Jowai, 20 Nov 2026 · order\u00a0#12345"],
  [{ type: "refund" }, "Jowai, 20 Nov 2026 · order\u00a0#0889 was cancelled"],
  [{ type: "reversal" }, "Jowai, 20 Nov 2026 · the result of order\u00a0#0889 was taken back"],
  [{ type: "deposit", order_id: null, payment_id: 1234 }, "Request 1234"],
  [{ type: "refund", payment_id: 7 }, "Withdrawal request 7 was not approved"],
] as const)(
  "a ledger row with %j is described with the order and request codes",
  (fields, text) => {
    expect(transactionText(ledgerRow(fields), (name) => name)).toBe(text);
  },
);
