/** The interface languages; English is the default and the fallback. */
export const LANGUAGES = ["en", "hi", "bn", "ne", "as", "kha", "hinglish"] as const;

export type Language = (typeof LANGUAGES)[number];
