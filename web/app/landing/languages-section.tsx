import { LANGUAGES } from "../../../contract/languages.ts";
import { LANGUAGE_NAMES, localeOf, useMessages } from "../../lib/messages.ts";
import { useChooseLanguage } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "./section.tsx";

/** The languages, each in its own script; a tap switches the page to it. */
export function LanguagesSection() {
  const { t, language } = useMessages();
  const choose = useChooseLanguage();
  return (
    <Section title={t("landing.languages")} lead={t("landing.languages_lead")}>
      <ul className="flex flex-wrap gap-3">
        {LANGUAGES.map((name) => (
          <li key={name}>
            <Button
              kind={name === language ? "primary" : "secondary"}
              lang={localeOf(name)}
              aria-pressed={name === language}
              onClick={() => void choose(name)}
            >
              {LANGUAGE_NAMES[name]}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
