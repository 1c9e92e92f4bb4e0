import { formatDay, formatMoney, formatRupees } from "../lib/format.ts";
import {
  getLanguage,
  hasMessage,
  isLanguage,
  LANGUAGE_NAMES,
  type MessageKey,
  t,
} from "../lib/messages.ts";
import { orderCode } from "../lib/order-code.ts";
import type { Entry, Facts } from "./audit.ts";
import { factsOf, type Value } from "./differences.ts";

/** What a field is called; one that nobody has named yet goes by its own name. */
export function fieldName(name: string): string {
  const language = /^name_(\w+)$/.exec(name)?.[1];
  if (isLanguage(language)) return `${t("admin.method.name")} (${LANGUAGE_NAMES[language]})`;
  const key = FIELDS[name];
  return key ? t(key) : name.replaceAll("_", " ");
}

/** A field's value as people read it. */
export function valueText(name: string, value: Value | undefined): string {
  if (value === undefined || value === null || value === "") return "-";
  if (typeof value === "boolean") return t(value ? "admin.entry.yes" : "admin.entry.no");
  if (typeof value === "number") return numberText(name, value);
  if (name === "date") return formatDay(value, getLanguage());
  const word = `${WORDS[name] ?? "-"}${value}`;
  return hasMessage(word) ? t(word) : value;
}

function numberText(name: string, value: number): string {
  if (MONEY.has(name)) return formatMoney(value);
  if (LIMITS.has(name)) return formatRupees(value);
  if (NUMBERS.has(name)) return String(value).padStart(2, "0");
  return String(value);
}

/** Which thing it was, in a few words. */
export function subjectText(entry: Entry): string {
  const facts = factsOf(entry);
  const words = (name: string) => valueText(name, facts[name]);
  const isResult = entry.subject_kind === "result";
  const numbers = isResult ? `: ${words("first_round")} / ${words("second_round")}` : "";
  if (has(facts, "house_name", "date")) return `${words("house_name")}, ${words("date")}${numbers}`;
  if (has(facts, "kind", "amount")) return `${words("kind")}, ${words("amount")}`;
  const name = NAMES.find((one) => has(facts, one));
  return name === undefined ? "" : words(name);
}

/** The number that it goes by on the other screens. */
export const subjectNumber = ({ subject_kind, subject_id }: Entry): string =>
  subject_kind === "order"
    ? orderCode(subject_id)
    : t("admin.entry.number", { id: String(subject_id) });

const has = (facts: Facts, ...names: string[]): boolean =>
  names.every((name) => (facts[name] ?? "") !== "");

/** What a thing is known by, the best first. */
const NAMES = ["full_name", "name", "amount", "target"];

/** Told by another field already. */
export const isHidden = (name: string): boolean => name === "house_id";

const MONEY = new Set(["amount", "taken", "owed"]);
const LIMITS = new Set(["min_play", "max_play"]);
const NUMBERS = new Set(["first_round", "second_round"]);

/** How the keys of the words of a field's values begin. */
const WORDS: Record<string, string> = {
  kind: "admin.payment.",
  status: "payment_status.",
  direction: "admin.method.",
  method_type: "admin.method.types.",
  target: "admin.message.",
  role: "admin.user.role_",
};

const FIELDS: Record<string, MessageKey> = {
  name: "admin.method.name",
  location: "admin.house.location",
  first_round_time: "admin.house.first_round_time",
  second_round_time: "admin.house.second_round_time",
  min_play: "admin.house.min_play",
  max_play: "admin.house.max_play",
  is_active: "ui.active",
  house_name: "admin.house.house",
  date: "admin.result.date",
  first_round: "admin.result.first_round",
  second_round: "admin.result.second_round",
  is_published: "admin.result.published",
  reason: "admin.payment.reason",
  taken: "admin.entry.taken",
  owed: "admin.entry.owed",
  user_id: "admin.payment.player",
  kind: "admin.payment.kind",
  amount: "admin.entry.amount",
  reference: "admin.payment.reference",
  status: "admin.status",
  direction: "admin.method.direction",
  method_type: "admin.method.type",
  icon_url: "admin.method.icon_url",
  upi_id: "admin.method.upi_id",
  target: "admin.message.target",
  message: "admin.message.message",
  recipients: "admin.message.accounts",
  full_name: "admin.user.user",
  role: "admin.entry.role",
};
