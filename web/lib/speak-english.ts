import { compileMessages } from "./compile-messages.ts";
import type { MessagePart } from "./message-parts.ts";
import { addMessages, loadMessages, startMessages } from "./messages.ts";
import en from "../locales/en.json";

/** Loads the English messages of `core` and these parts, for tests. */
export async function speakEnglish(...parts: MessagePart[]): Promise<void> {
  const text = JSON.stringify(en);
  const compiled = (["core", ...parts] as const).map(
    (part) => [part, compileMessages(text, text, part)] as const,
  );
  addMessages("en", new Map(compiled));
  await startMessages();
  for (const part of parts) await loadMessages(part);
}
