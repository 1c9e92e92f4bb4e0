import { twoDigits } from "../../contract/orders/rules.ts";
import { formatCount, formatDay, formatMoney, formatRupees } from "../lib/format.ts";
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

/** The label of a field. A field without a label is shown by its own name. */
export function fieldName(name: string): string {
  const language = /^name_(\w+)$/.exec(name)?.[1];
  if (isLanguage(language)) return `${t("admin.method.name")} (${LANGUAGE_NAMES[language]})`;
  const key = LABELS[name];
  return key ? t(key) : name.replaceAll("_", " ");
}

/** The value of a field as it is shown. */
export function valueText(name: string, value: Value | undefined): string {
  if (value === undefined || value === null || value === "") return "-";
  if (typeof value === "boolean") return t(value ? "admin.entry.yes" : "admin.entry.no");
  if (typeof value === "number") return numberText(name, value);
  if (name === "date") return formatDay(value, getLanguage());
  const key = `${KEY_PREFIXES[name] ?? "-"}${value}`;
  return hasMessage(key) ? t(key) : value;
}

function numberText(name: string, value: number): string {
  if (MONEY_FIELDS.has(name)) return formatMoney(value);
  if (LIMIT_FIELDS.has(name)) return formatRupees(value);
  if (name === "user_id") return userNumber(value);
  if (name === "split_from") return orderCode(value);
  if (ROUND_FIELDS.has(name)) return twoDigits(value);
  return formatCount(value);
}

/** A short description of the subject. */
export function subjectText(entry: Entry): string {
  const facts = factsOf(entry);
  const text = (name: string) => valueText(name, facts[name]);
  const isResult = entry.subject_kind === "result";
  const numbers = isResult ? `: ${text("first_round")} / ${text("second_round")}` : "";
  if (has(facts, "house_name", "date")) return `${text("house_name")}, ${text("date")}${numbers}`;
  if (has(facts, "kind", "amount")) return `${text("kind")}, ${text("amount")}`;
  const name = NAMING_FIELDS.find((one) => has(facts, one));
  return name === undefined ? "" : text(name);
}

/** The number of the subject, as the other screens show it. */
export function subjectNumber({ subject_kind, subject_id }: Entry): string {
  if (subject_kind === "order") return orderCode(subject_id);
  if (subject_kind === "user") return userNumber(subject_id);
  return t("admin.entry.number", { id: String(subject_id) });
}

/** The user whose account, order or payment an entry is about, if any. */
export function userOf(entry: Entry): number | undefined {
  if (entry.subject_kind === "user") return entry.subject_id;
  const { user_id } = factsOf(entry);
  return typeof user_id === "number" ? user_id : undefined;
}

/** The number of a user, which the search of users takes. */
export const userNumber = (user_id: number): string => `#${user_id}`;

const has = (facts: Facts, ...names: string[]): boolean =>
  names.every((name) => (facts[name] ?? "") !== "");

/** The fields that can name a subject, the preferred one first. */
const NAMING_FIELDS = ["full_name", "name", "amount", "target"];

/** The house id is redundant, because the house name is shown. */
export const isHidden = (name: string): boolean => name === "house_id";

const MONEY_FIELDS = new Set(["amount", "taken", "owed"]);
const LIMIT_FIELDS = new Set(["min_play", "max_play"]);
const ROUND_FIELDS = new Set(["first_round", "second_round"]);

/** The prefix of the message keys for a field's values. */
const KEY_PREFIXES: Record<string, string> = {
  kind: "admin.payment.",
  status: "payment_status.",
  direction: "admin.method.",
  method_type: "admin.method.types.",
  target: "admin.message.",
  role: "admin.user.role_",
};

const LABELS: Record<string, MessageKey> = {
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
  split_from: "admin.entry.split_from",
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
