import { Languages } from "lucide-react";
import { LANGUAGES } from "../../contract/languages.ts";
import { sentenceOfFailure } from "../lib/api-error.ts";
import { isLanguage, LANGUAGE_NAMES, localeOf, useMessages } from "../lib/messages.ts";
import { useChooseLanguage } from "../lib/session.ts";
import { toast } from "../lib/toast.ts";

/** Each language in its own script; the change needs no reload. */
export function LanguageSwitcher() {
  const { t, language } = useMessages();
  const choose = useChooseLanguage();
  return (
    <label className="relative flex items-center">
      <span className="sr-only">{t("shell.language")}</span>
      <Languages size={20} aria-hidden className="absolute left-3 text-quiet" />
      <select
        className="control pl-9 text-14"
        value={language}
        onChange={({ target }) => {
          if (!isLanguage(target.value)) return;
          choose(target.value).catch((error: unknown) => toast.failure(sentenceOfFailure(error)));
        }}
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
