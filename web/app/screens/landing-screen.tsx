import { useQuery } from "@tanstack/react-query";
import { useMessages } from "../../lib/messages.ts";
import { apiQuery } from "../../lib/query.ts";
import { HousesSection } from "../landing/houses-section.tsx";
import { HowSection } from "../landing/how-section.tsx";
import { LanguagesSection } from "../landing/languages-section.tsx";
import { NextRound } from "../landing/next-round.tsx";
import { PaysSection } from "../landing/pays-section.tsx";
import { ReferralsSection } from "../landing/referrals-section.tsx";
import { TodaysNumbers } from "../landing/todays-numbers.tsx";
import { TopWinner } from "../landing/top-winner.tsx";
import { PublicHeader } from "../public-header.tsx";

/** The front page: the next round and today's numbers first, then how the game works. */
export function LandingScreen() {
  const { t } = useMessages();
  const houses = useQuery(apiQuery("GET /houses"));
  return (
    <>
      <title>{`${t("app.name")} · ${t("app.tagline")}`}</title>
      <PublicHeader />
      <main className="column grid grid-cols-1 gap-12 px-4 pt-4 pb-8 lg:gap-16 lg:px-8 lg:pt-8">
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2 lg:gap-6">
          <NextRound query={houses} />
          <TodaysNumbers />
        </div>
        <TopWinner houses={houses.data} />
        <HousesSection query={houses} />
        <HowSection />
        <PaysSection />
        <ReferralsSection />
        <LanguagesSection />
      </main>
    </>
  );
}
