import { Languages } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { LANGUAGES } from "../../contract/languages.ts";
import {
  isLanguage,
  type Language,
  LANGUAGE_NAMES,
  localeOf,
  useMessages,
} from "../lib/messages.ts";
import { useChooseLanguage } from "../lib/session.ts";

/** Lists each language in its own script; switching needs no reload. */
export function LanguageSwitcher() {
  const { t, language } = useMessages();
  const choose = useChooseLanguage();
  const select = useRef<HTMLSelectElement>(null);
  // The chosen language is shown while its messages are loading.
  const [loading, setLoading] = useState<Language>();
  const shown = loading ?? language;
  const change = (chosen: string | undefined) => {
    if (!isLanguage(chosen) || chosen === shown) return;
    setLoading(chosen);
    void choose(chosen).then(() => setLoading((last) => (last === chosen ? undefined : last)));
  };
  // The user may have chosen a language in the prerendered page before hydration.
  const applyEarlyChoice = useEffectEvent(() => change(select.current?.value));
  useEffect(() => applyEarlyChoice(), []);
  return (
    <label className="relative flex items-center">
      <span className="sr-only">{t("shell.language")}</span>
      <Languages size={20} aria-hidden className="absolute left-3 text-quiet" />
      <select
        className="control pl-9"
        value={shown}
        ref={select}
        onChange={({ target }) => change(target.value)}
      >
        {LANGUAGES.map((name) => (
          <option key={name} value={name} lang={localeOf(name)}>
            {LANGUAGE_NAMES[name]}
          </option>
        ))}
      </select>
    </label>
  );
}
