import { Languages } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { LANGUAGES } from "../../contract/languages.ts";
import { sentenceOfFailure } from "../lib/api-error.ts";
import { getLanguage, isLanguage, LANGUAGE_NAMES, localeOf, useMessages } from "../lib/messages.ts";
import { useChooseLanguage } from "../lib/session.ts";
import { toast } from "../lib/toast.ts";

/** Each language in its own script; the change needs no reload. */
export function LanguageSwitcher() {
  const { t, language } = useMessages();
  const choose = useChooseLanguage();
  const select = useRef<HTMLSelectElement>(null);
  const take = (chosen: string | undefined) => {
    if (!isLanguage(chosen) || chosen === language) return;
    choose(chosen).catch((error: unknown) => {
      // React puts it back after a change that it heard of, and not after an early one.
      if (select.current) select.current.value = getLanguage();
      toast.failure(sentenceOfFailure(error));
    });
  };
  // What was chosen in a page that came written, before it was taken up.
  const takeEarlyChoice = useEffectEvent(() => take(select.current?.value));
  useEffect(() => takeEarlyChoice(), []);
  return (
    <label className="relative flex items-center">
      <span className="sr-only">{t("shell.language")}</span>
      <Languages size={20} aria-hidden className="absolute left-3 text-quiet" />
      <select
        className="control pl-9 text-14"
        value={language}
        ref={select}
        onChange={({ target }) => take(target.value)}
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
