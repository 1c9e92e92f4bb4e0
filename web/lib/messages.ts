import type { CompiledMessage } from "@lingui/message-utils/compileMessage";
import { useSyncExternalStore } from "react";
import { type Language, LANGUAGES } from "../../contract/languages.ts";
import type english from "../locales/en.json";
import type { MessagePart } from "./message-parts.ts";
import { renderMessage, type MessageParams } from "./render-message.ts";
import { readStored, writeStored } from "./storage.ts";
import { takeEarly } from "./early-answers.ts";

/** Every key of the English catalogue, dotted: `play.minimum`. */
export type MessageKey = Dotted<typeof english>;

export type { Language, MessageParams };

/** Messages by their keys, as compile-messages.ts makes them. */
export type Messages = Record<string, CompiledMessage | string>;

/** The sentence of a key in the language in force: `t("play.minimum", { min })`. */
export function t(key: MessageKey, params: MessageParams = {}): string {
  const message = messages[key];
  if (message === undefined) throw new Error(`the messages of ${key} are not loaded`);
  return typeof message === "string" ? message : renderMessage(message, params, localeOf(language));
}

export const hasMessage = (key: string): key is MessageKey => Object.hasOwn(messages, key);

/** The same `t`, in a component that is drawn anew when the language changes. */
export function useMessages(): { t: typeof t; language: Language } {
  return { t, language: useSyncExternalStore(onLanguage, getLanguage, getLanguage) };
}

export const getLanguage = (): Language => language;

/** Whether the person has chosen a language on this device. */
export const hasChosenLanguage = (): boolean => isLanguage(readStored(KEY));

/**
 * Changes the language without a reload, once its messages have arrived, and remembers it. Of
 * several choices the last one stays, whichever arrives first.
 */
export async function setLanguage(next: Language): Promise<void> {
  chosen = next;
  const loaded = await loadWanted(next);
  if (chosen !== next) return;
  speak(next, loaded);
  writeStored(KEY, next);
}

let chosen: Language;

/** Loads what was chosen, or English where that cannot be had, before anything is drawn. */
export async function startMessages(): Promise<void> {
  const kept = language;
  const loaded = await loadWanted(kept).catch(() => undefined);
  if (loaded) speak(kept, loaded);
  else speak("en", await loadWanted("en"));
}

/** Messages that need not be fetched, because they are at hand. */
export function giveMessages(name: Language, parts: Map<MessagePart, Messages>): void {
  for (const [part, given] of parts) arriving.set(fileOf(name, part), Promise.resolve(given));
}

/** Loads a further part, for the screens that need it. */
export async function needMessages(part: MessagePart): Promise<void> {
  wanted.add(part);
  const spoken = language;
  const loaded = await loadPart(spoken, part);
  // The language may have changed meanwhile.
  if (spoken !== language) return needMessages(part);
  messages = { ...messages, ...loaded };
}

/** The tag of a language for `lang` attributes and Intl: Hinglish is Hindi in Latin letters. */
export const localeOf = (name: Language): string => (name === "hinglish" ? "hi-Latn" : name);

export const isLanguage = (text: unknown): text is Language =>
  LANGUAGES.some((name) => name === text);

/** Each language in its own words. */
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
const arriving = new Map<string, Promise<Messages>>();
const wanted = new Set<MessagePart>(["core"]);
const listeners = new Set<() => void>();
let messages: Messages = {};
let language: Language = storedLanguage();

function storedLanguage(): Language {
  const stored = readStored(KEY);
  return isLanguage(stored) ? stored : "en";
}

/** Each file is asked for once; one that could not be had may be asked for again. */
function loadPart(name: Language, part: MessagePart): Promise<Messages> {
  const file = fileOf(name, part);
  const known = arriving.get(file);
  if (known) return known;
  const coming = fetchMessages(file);
  arriving.set(file, coming);
  coming.catch(() => arriving.delete(file));
  return coming;
}

const fileOf = (name: Language, part: MessagePart): string => `${name}.${part}.json`;

async function fetchMessages(file: string): Promise<Messages> {
  const address = `${import.meta.env.MESSAGES}${file}`;
  const response = await (takeEarly(address) ?? fetch(address));
  if (!response.ok) throw new Error(`there are no messages ${file}`);
  return response.json();
}

/** Every part that is wanted, those too that a screen asks for while the others arrive. */
async function loadWanted(name: Language): Promise<Messages> {
  const parts = [...wanted];
  const loaded = await Promise.all(parts.map((part) => loadPart(name, part)));
  return parts.length < wanted.size ? loadWanted(name) : Object.assign({}, ...loaded);
}

function speak(name: Language, loaded: Messages): void {
  messages = loaded;
  language = name;
  // There is no document where the front page is written.
  if (typeof document !== "undefined") document.documentElement.lang = localeOf(name);
  for (const listener of listeners) listener();
}

/** Calls `listener` after every change of the language. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
