import { type CompiledMessage, compileMessage } from "@lingui/message-utils/compileMessage";
import { partOf } from "./message-parts.ts";

/**
 * Compiles one part of a catalogue at build time, with flat keys. A message that is missing in the
 * catalogue falls back to English, so that a key is never shown.
 */
export function compileMessages(
  catalogue: string,
  english: string,
  part: string,
): Record<string, CompiledMessage | string> {
  const sources = { ...flatten(JSON.parse(english)), ...flatten(JSON.parse(catalogue)) };
  const compiled: Record<string, CompiledMessage | string> = {};
  for (const [key, source] of Object.entries(sources)) {
    if (partOf(key) === part) compiled[key] = compileOne(key, source);
  }
  return compiled;
}

/** A nested catalogue as dotted keys: `{ play: { minimum: "…" } }` → `play.minimum`. */
export function flatten(tree: unknown, prefix = ""): Record<string, string> {
  if (typeof tree === "string") return { [prefix.slice(0, -1)]: tree };
  if (typeof tree !== "object" || tree === null) throw new Error(`no text at ${prefix}`);
  return Object.assign({}, ...Object.entries(tree).map(([k, v]) => flatten(v, `${prefix}${k}.`)));
}

function compileOne(key: string, source: string): CompiledMessage | string {
  const tokens = compileMessage(source, (text) => text);
  if (source !== "" && tokens.length === 0) throw new Error(`${key} is not a valid message`);
  if (tokens.some((token) => Array.isArray(token) && unknownKind(token[1]))) {
    throw new Error(`${key} uses more than placeholders, plural and select`);
  }
  return tokens.every((token) => typeof token === "string") ? tokens.join("") : tokens;
}

const unknownKind = (kind: unknown): boolean =>
  kind !== undefined && kind !== "plural" && kind !== "select";
