import { BET_TYPES, CURRENT_RATES } from "../../../contract/orders/rules.ts";
import { formatRupees } from "../../lib/format.ts";
import { useMessages } from "../../lib/messages.ts";
import { RulesLink } from "../rules-link.tsx";
import { Section } from "./section.tsx";

const EXAMPLE_STAKE = 10;

/** The four ways to play and what each pays. */
export function PaysSection() {
  const { t } = useMessages();
  return (
    <Section title={t("landing.pays")}>
      <ul className="surface grid overflow-hidden sm:grid-cols-2 lg:grid-cols-4">
        {BET_TYPES.map((type) => (
          <li
            key={type}
            className="grid content-start gap-1 border-b border-line p-4 last:border-b-0 sm:odd:border-r lg:border-r lg:border-b-0 lg:p-6 lg:last:border-r-0"
          >
            <h3 className="font-semibold">{t(`bet.${type}`)}</h3>
            <p className="text-28 font-semibold text-pine">{CURRENT_RATES[type]}×</p>
            <p className="sr-only">{t("landing.pays_rate", { rate: CURRENT_RATES[type] })}</p>
            <p className="text-14 text-quiet">{t(`landing.pays_${type}`)}</p>
            <p className="text-14">
              {t("landing.example", { amount: formatRupees(CURRENT_RATES[type] * EXAMPLE_STAKE) })}
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-14">
        <RulesLink />
      </p>
    </Section>
  );
}
