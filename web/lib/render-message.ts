import type { CompiledMessage } from "@lingui/message-utils/compileMessage";

export type MessageParams = Record<string, string | number>;

type Token = CompiledMessage[number];

/** Formats a message that was compiled at build time: placeholders, plural and select. */
export function renderMessage(
  message: CompiledMessage,
  params: MessageParams,
  locale: string,
  count?: number,
): string {
  return message.map((token) => renderToken(token, params, locale, count)).join("");
}

function renderToken(token: Token, params: MessageParams, locale: string, count?: number): string {
  if (token === "#" && count !== undefined) return numberText(count);
  if (typeof token === "string") return token;
  const [name, kind, forms] = token;
  const value = params[name] ?? "";
  if (kind === undefined || typeof forms !== "object" || forms === null) {
    return typeof value === "number" ? numberText(value) : value;
  }
  const form = formFor(forms, kind, value, locale);
  if (typeof form === "string") return form;
  const inner = kind === "plural" ? Number(value) : count;
  return renderMessage(form ?? [], params, locale, inner);
}

type Forms = Record<string, CompiledMessage | string | number | undefined>;

function formFor(
  forms: object,
  kind: string,
  value: string | number,
  locale: string,
): CompiledMessage | string | undefined {
  const known: Forms = { ...forms };
  const word = kind === "plural" ? pluralRules(locale).select(Number(value)) : "";
  const form = known[String(value)] ?? known[word] ?? known["other"];
  return typeof form === "number" ? String(form) : form;
}

/** Cached, because on a slow phone creating the rules takes longer than formatting a message. */
function pluralRules(locale: string): Intl.PluralRules {
  const rules = known_rules.get(locale) ?? new Intl.PluralRules(locale);
  known_rules.set(locale, rules);
  return rules;
}

const known_rules = new Map<string, Intl.PluralRules>();

/** Latin digits with Indian grouping, in every language. */
const numberText = (value: number): string => value.toLocaleString("en-IN");
