import { formatRupees } from "../../lib/format.ts";
import { useMessages } from "../../lib/messages.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Section } from "./section.tsx";

/** Referrals and what they earn, in rupees. */
const REWARDS = [
  { count: 1, reward: 20 },
  { count: 10, reward: 200 },
  { count: 50, reward: 1_000 },
  { count: 100, reward: 3_000 },
  { count: 500, reward: 15_000 },
];

export function ReferralsSection() {
  const { t } = useMessages();
  return (
    <Section title={t("landing.referrals")} lead={t("landing.referrals_lead")}>
      <ul className="grid pairs gap-x-6 sm:grid-cols-5">
        {REWARDS.map(({ count, reward }) => (
          <li key={count} className="border-t border-line py-3">
            <span className="block text-20 font-semibold">{formatRupees(reward)}</span>
            <span className="text-14 text-quiet">{t("landing.referral", { count })}</span>
          </li>
        ))}
      </ul>
      <div className="mt-4">
        <ButtonLink to="/register">{t("nav.register")}</ButtonLink>
      </div>
    </Section>
  );
}
