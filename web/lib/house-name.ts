import type { Language } from "./messages.ts";

interface Named {
  name: string;
  name_translations: { [L in Language]?: string | null | undefined };
}

/** A house's name in the person's language, where it has one there. */
export const houseName = (house: Named, language: Language): string =>
  house.name_translations[language] || house.name;
