import { Languages } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { LANGUAGES } from "../../contract/languages.ts";
import { sentenceOfFailure } from "../lib/api-error.ts";
import {
  isLanguage,
  type Language,
  LANGUAGE_NAMES,
  localeOf,
  useMessages,
} from "../lib/messages.ts";
import { useChooseLanguage } from "../lib/session.ts";
import { toast } from "../lib/toast.ts";

/** Each language in its own script; the change needs no reload. */
export function LanguageSwitcher() {
  const { t, language } = useMessages();
  const choose = useChooseLanguage();
  const select = useRef<HTMLSelectElement>(null);
  // What was chosen stands there while its words are on their way.
  const [coming, setComing] = useState<Language>();
  const shown = coming ?? language;
  const take = (chosen: string | undefined) => {
    if (!isLanguage(chosen) || chosen === shown) return;
    setComing(chosen);
    void choose(chosen)
      .catch((error: unknown) => toast.failure(sentenceOfFailure(error)))
      .finally(() => setComing((last) => (last === chosen ? undefined : last)));
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
        value={shown}
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
