import { beforeAll, expect, test } from "vitest";
import { speakEnglish } from "../lib/speak-english.ts";
import { notificationText } from "./notification-text.ts";

beforeAll(() => speakEnglish("notifications"));

const draw = { house_name: "Jowai", date: "2026-11-20" };
const payment = { payment_id: 7, amount: 250.5 };
const reason = "a mistake";

test.each([
  ["win", { ...draw, house_id: 1, amount: 800 }, "You won ₹800.00", "JOWAI, 20 Nov 2026"],
  [
    "result_voided",
    { ...draw, house_id: 1, reason },
    "A result was taken back",
    "JOWAI, 20 Nov 2026. What it had paid was taken back too. Reason: a mistake",
  ],
  [
    "payment_approved",
    { ...payment, payment_kind: "deposit" },
    "Deposit approved",
    "₹250.50 is in your wallet.",
  ],
  [
    "payment_approved",
    { ...payment, payment_kind: "withdrawal" },
    "Withdrawal approved",
    "₹250.50 has been paid out to you.",
  ],
  [
    "payment_rejected",
    { ...payment, payment_kind: "deposit", reason },
    "Deposit not approved",
    "₹250.50 was not added to your wallet. Reason: a mistake",
  ],
  [
    "payment_rejected",
    { ...payment, payment_kind: "withdrawal", reason },
    "Withdrawal not approved",
    "₹250.50 is back in your wallet. Reason: a mistake",
  ],
  [
    "order_voided",
    { ...draw, order_id: 889, amount: 30, reason },
    "The operator cancelled your order",
    "JOWAI, 20 Nov 2026. ₹30.00 is back in your wallet. Reason: a mistake",
  ],
  ["broadcast", { message: "No play on Sunday" }, "Message from the operator", "No play on Sunday"],
] as const)("the notification %s with %o has the title %s", (kind, params, title, body) => {
  const text = notificationText({ kind, params: { ...params } }, (name) => name.toUpperCase());
  expect(text).toEqual({ title, body });
});
