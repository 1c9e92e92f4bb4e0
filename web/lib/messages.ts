import type { CompiledMessage } from "@lingui/message-utils/compileMessage";
import { useSyncExternalStore } from "react";
import { type Language, LANGUAGES } from "../../contract/languages.ts";
import type english from "../locales/en.json";
import type { MessagePart } from "./message-parts.ts";
import { createListeners } from "./listeners.ts";
import { renderMessage, type MessageParams } from "./render-message.ts";
import { readStored, writeStored } from "./storage.ts";
import { takeEarly } from "./early-answers.ts";

/** All keys of the English catalogue, with dots: `play.minimum`. */
export type MessageKey = Dotted<typeof english>;

export type { Language, MessageParams };

/** Compiled messages by key (compile-messages.ts). */
export type Messages = Record<string, CompiledMessage | string>;

/** The message of a key in the current language: `t("play.minimum", { min })`. */
export function t(key: MessageKey, params: MessageParams = {}): string {
  const message = messages[key];
  if (message === undefined) throw new Error(`the messages of ${key} are not loaded`);
  return typeof message === "string" ? message : renderMessage(message, params, localeOf(language));
}

export const hasMessage = (key: string): key is MessageKey => Object.hasOwn(messages, key);

/** `t` in a component, which re-renders when the language changes. */
export function useMessages(): { t: typeof t; language: Language } {
  return { t, language: useSyncExternalStore(onLanguage, getLanguage, getLanguage) };
}

const changes = createListeners();

/** Calls `listener` after every change of the language; returns the unsubscribe function. */
export const onLanguage = changes.add;

export const getLanguage = (): Language => language;

/** Whether the user has chosen a language on this device. */
export const hasChosenLanguage = (): boolean => isLanguage(readStored(KEY));

/**
 * Loads a language's messages, switches to it without a reload and stores the choice. If several
 * calls overlap, the last one wins, in whatever order their messages arrive.
 */
export async function setLanguage(next: Language): Promise<void> {
  chosen = next;
  const loaded = await loadWanted(next);
  if (chosen !== next) return;
  apply(next, loaded);
  writeStored(KEY, next);
}

let chosen: Language;

/** Loads the stored language before the first render; English if that fails. */
export async function startMessages(): Promise<void> {
  const stored = language;
  const loaded = await loadWanted(stored).catch(() => undefined);
  if (loaded) apply(stored, loaded);
  else apply("en", await loadWanted("en"));
}

/** Provides messages that are then not fetched. */
export function addMessages(name: Language, parts: Map<MessagePart, Messages>): void {
  for (const [part, given] of parts) loads.set(fileOf(name, part), Promise.resolve(given));
}

/** Loads another part, for the screens that need it. */
export async function loadMessages(part: MessagePart): Promise<void> {
  wanted.add(part);
  const current = language;
  const loaded = await loadPart(current, part);
  // The language may have changed meanwhile.
  if (current !== language) return loadMessages(part);
  messages = { ...messages, ...loaded };
}

/** The language tag for `lang` attributes and Intl; Hinglish is Hindi in Latin script. */
export const localeOf = (name: Language): string => (name === "hinglish" ? "hi-Latn" : name);

export const isLanguage = (text: unknown): text is Language =>
  LANGUAGES.some((name) => name === text);

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: "English",
  hi: "हिन्दी",
  bn: "বাংলা",
  ne: "नेपाली",
  as: "অসমীয়া",
  kha: "Khasi",
  hinglish: "Hinglish",
};

type Dotted<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Dotted<T[K]>}`;
}[keyof T & string];

const KEY = "language";
const loads = new Map<string, Promise<Messages>>();
const wanted = new Set<MessagePart>(["core"]);
let messages: Messages = {};
let language: Language = storedLanguage();

function storedLanguage(): Language {
  const stored = readStored(KEY);
  return isLanguage(stored) ? stored : "en";
}

/** Fetches each file once; a failed fetch may be retried. */
function loadPart(name: Language, part: MessagePart): Promise<Messages> {
  const file = fileOf(name, part);
  const known = loads.get(file);
  if (known) return known;
  const load = fetchMessages(file);
  loads.set(file, load);
  load.catch(() => loads.delete(file));
  return load;
}

const fileOf = (name: Language, part: MessagePart): string => `${name}.${part}.json`;

async function fetchMessages(file: string): Promise<Messages> {
  const address = `${import.meta.env.MESSAGES}${file}`;
  const response = await (takeEarly(address) ?? fetch(address));
  if (!response.ok) throw new Error(`there are no messages ${file}`);
  return response.json();
}

/** Loads all wanted parts, including those that a screen requests meanwhile. */
async function loadWanted(name: Language): Promise<Messages> {
  const parts = [...wanted];
  const loaded = await Promise.all(parts.map((part) => loadPart(name, part)));
  return parts.length < wanted.size ? loadWanted(name) : Object.assign({}, ...loaded);
}

function apply(name: Language, loaded: Messages): void {
  messages = loaded;
  language = name;
  // There is no document when the build renders the front page.
  if (typeof document !== "undefined") document.documentElement.lang = localeOf(name);
  changes.notify();
}
