import { beforeAll, expect, test } from "vitest";
import { speakEnglish } from "../lib/speak-english.ts";
import type { Entry } from "./audit.ts";
import { fieldName, subjectNumber, subjectText, userOf, valueText } from "./fact-text.ts";

beforeAll(() => speakEnglish("admin"));

test("a field has its label, a translated name its language, an unknown field its own name", () => {
  expect(fieldName("min_play")).toBe("Minimum play");
  expect(fieldName("name_hi")).toBe("Name (हिन्दी)");
  expect(fieldName("not_named_yet")).toBe("not named yet");
});

test.each([
  ["amount", 1234.5, "₹1,234.50"],
  ["taken", 800, "₹800.00"],
  ["owed", 10, "₹10.00"],
  ["min_play", 1_000, "₹1,000"],
  ["first_round", 7, "07"],
  ["recipients", 1_234, "1,234"],
  ["split_from", 1_234, "#1234"],
  ["user_id", 7, "#7"],
  ["is_active", false, "No"],
  ["date", "2026-11-20", "20 Nov 2026"],
  ["status", "rejected", "Rejected"],
  ["kind", "withdrawal", "Withdrawal"],
  ["method_type", "googlepay", "Google Pay"],
  ["target", "all", "Everyone"],
  ["role", "user", "User"],
  ["reason", "pending", "pending"],
  ["reference", null, "-"],
  ["name_hi", "", "-"],
  ["name_kha", undefined, "-"],
] as const)("%s %j is shown as %s", (name, value, text) => {
  expect(valueText(name, value)).toBe(text);
});

const entry = (subject_kind: Entry["subject_kind"], facts: Entry["after"]): Entry => ({
  id: 1,
  admin: null,
  action: "house_changed",
  subject_kind,
  subject_id: 1,
  before: null,
  after: facts,
  created_at: "2026-11-20T10:15:00Z",
  address: null,
  user_agent: null,
});

test("a subject is described by the fields that name it", () => {
  const text = (...args: Parameters<typeof entry>) => subjectText(entry(...args));
  expect(text("house", { name: "Jowai", location: "Jowai" })).toBe("Jowai");
  expect(
    text("result", {
      house_name: "Jowai",
      date: "2026-11-20",
      first_round: 7,
      second_round: null,
    }),
  ).toBe("Jowai, 20 Nov 2026: 07 / -");
  expect(text("payment", { kind: "deposit", amount: 500 })).toBe("Deposit, ₹500.00");
  expect(text("user", { full_name: "Asha Marak", role: "user" })).toBe("Asha Marak");
  expect(text("broadcast", { target: "agent", message: "x" })).toBe("Agents");
  expect(text("house", {})).toBe("");
});

test("the number of a subject is the one on the other screens, without digit grouping", () => {
  const number = (kind: Entry["subject_kind"], subject_id: number) =>
    subjectNumber({ ...entry(kind, {}), subject_id });
  expect(number("payment", 1_234)).toBe("No. 1234");
  expect(number("order", 1_168)).toBe("#1168");
  expect(number("order", 7)).toBe("#0007");
  expect(number("user", 1_234)).toBe("#1234");
});

test("the user of an entry is its subject, or the player of its order or payment", () => {
  expect(userOf({ ...entry("user", { full_name: "Asha Marak" }), subject_id: 7 })).toBe(7);
  expect(userOf(entry("order", { user_id: 8, amount: 10 }))).toBe(8);
  expect(userOf(entry("payment", { user_id: 9, kind: "deposit" }))).toBe(9);
  expect(userOf(entry("house", { name: "Jowai" }))).toBeUndefined();
});
