import { Languages } from "lucide-react";
import { LANGUAGES } from "../../contract/languages.ts";
import { isLanguage, LANGUAGE_NAMES, localeOf, setLanguage, useMessages } from "../lib/messages.ts";
import { sentenceOfFailure } from "../lib/api-error.ts";
import { toast } from "../lib/toast.ts";

/** Each language in its own script; the change needs no reload. */
export function LanguageSwitcher() {
  const { t, language } = useMessages();
  return (
    <label className="relative flex items-center">
      <span className="sr-only">{t("shell.language")}</span>
      <Languages size={20} aria-hidden className="absolute left-3 text-quiet" />
      <select
        className="control pl-10 text-14"
        value={language}
        onChange={({ target }) => {
          if (!isLanguage(target.value)) return;
          setLanguage(target.value).catch((error: unknown) =>
            toast.failure(sentenceOfFailure(error)),
          );
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
