import { createElement } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderedText } from "../lib/rendered-text.tsx";
import { speakEnglish } from "../lib/speak-english.ts";
import { PlayerFacts } from "./queue-facts.tsx";
import type { QueuedPayment } from "./queue.ts";

beforeEach(async () => {
  await speakEnglish("admin");
  vi.stubGlobal("navigator", {});
});

afterEach(() => vi.unstubAllGlobals());

test("an admin sees the player's balance, debt and earlier requests, each under its name", () => {
  const payment: QueuedPayment = {
    id: 12,
    kind: "withdrawal",
    amount: 400,
    method_id: null,
    method_name: null,
    status: "pending",
    reference: null,
    has_proof: false,
    account_details: null,
    reason: null,
    created_at: "2026-11-20T08:00:00Z",
    decided_at: null,
    decided_by: null,
    user: {
      id: 3,
      full_name: "Asha Rai",
      phone: "9876500001",
      is_active: true,
      wallet_balance: 650,
      owed: 120,
    },
    history: {
      approved_deposits: 5,
      deposited: 2_500,
      approved_withdrawals: 1,
      withdrawn: 300,
      rejected: 2,
    },
  };
  expect(renderedText(createElement(PlayerFacts, { payment }))).toBe(
    [
      "Player | Asha Rai | 9876500001",
      "Balance | ₹650.00 | owes ₹120.00 of winnings that were taken back",
      "So far | 5 deposits, ₹2,500.00 | 1 withdrawal, ₹300.00 | 2 requests rejected",
    ].join(" | "),
  );
});
