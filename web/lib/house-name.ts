import type { Language } from "./messages.ts";

interface Named {
  name: string;
  name_translations: { [L in Language]?: string | null | undefined };
}

/** A house's name in the user's language; defaults to the English name. */
export const houseName = (house: Named, language: Language): string =>
  house.name_translations[language] || house.name;
