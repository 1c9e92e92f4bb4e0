import { useQuery } from "@tanstack/react-query";
import { History, type LucideIcon, Plus, Target, Trophy, Wallet } from "lucide-react";
import { Link } from "wouter";
import { dayInIndia } from "../../../contract/dates.ts";
import { nextRounds } from "../../houses/rounds.ts";
import { houseName } from "../../lib/house-name.ts";
import { useServerNow } from "../../lib/clock.ts";
import { type MessageKey, useMessages } from "../../lib/messages.ts";
import { apiQuery } from "../../lib/query.ts";
import { useUser } from "../../lib/session.ts";
import { Amount } from "../../ui/amount.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { useAbout } from "../about.tsx";
import { LatestResults } from "./latest-results.tsx";
import { RecentPlays } from "./recent-plays.tsx";

export function DashboardScreen() {
  const { t } = useMessages();
  return (
    <>
      <title>{`${t("dashboard.title")} · ${t("app.name")}`}</title>
      <Welcome />
      <Tiles />
      <div className="mt-4 grid items-start gap-4 lg:mt-6 lg:grid-cols-[5fr_6fr] lg:gap-6">
        <LatestResults />
        <RecentPlays />
      </div>
    </>
  );
}

function Welcome() {
  const { t } = useMessages();
  const user = useUser();
  return (
    <section className="surface grid gap-4 p-4 sm:grid-cols-2 lg:p-6">
      <div className="grid content-start gap-1">
        <h1 className="text-16 wrap-anywhere text-quiet">
          {t("dashboard.welcome", { name: user.full_name })}
        </h1>
        <p className="sr-only">{t("dashboard.your_balance")}</p>
        <Amount value={user.wallet_balance} size={40} />
        <div className="mt-2">
          <ButtonLink
            kind="secondary"
            to="/app/wallet?tab=deposit"
            icon={<Plus size={16} aria-hidden />}
          >
            {t("dashboard.add_money")}
          </ButtonLink>
        </div>
      </div>
      <NextClosing />
    </section>
  );
}

/** The booking that closes next, with a link to it. */
function NextClosing() {
  const { t, language } = useMessages();
  // Its answer carries the server's time.
  const about = useAbout();
  const now = useServerNow();
  const houses = useQuery(apiQuery("GET /houses"));
  const awaited = houses.data === undefined ? houses : about;
  const next = now === undefined ? undefined : nextRounds(houses.data ?? [], now, "closes_at")[0];
  if (!next && awaited.error) {
    const title = awaited === houses ? t("failure.houses") : undefined;
    return (
      <ErrorState title={title} error={awaited.error} onRetry={() => void awaited.refetch()} />
    );
  }
  if (!next) return <div className="min-h-38.5" />;
  const way = `/app/play?house=${next.house.id}&date=${dayInIndia(next.starts_at)}`;
  return (
    <div className="grid content-start gap-1 border-t border-line pt-4 sm:border-t-0 sm:border-l sm:pt-0 sm:pl-6">
      <p className="text-14 text-quiet">{t("dashboard.next_closing")}</p>
      <p className="font-semibold">
        {t("dashboard.closes", {
          house: houseName(next.house, language),
          round: t(`round.${next.round}`),
        })}
      </p>
      <p className="text-20">
        <Countdown ends_at={next.closes_at} />
      </p>
      <div className="mt-2">
        <ButtonLink to={way}>{t("nav.play")}</ButtonLink>
      </div>
    </div>
  );
}

const TILES: readonly { path: string; label: MessageKey; hint: MessageKey; icon: LucideIcon }[] = [
  { path: "/app/play", label: "nav.play", hint: "dashboard.tile_play", icon: Target },
  { path: "/app/results", label: "nav.results", hint: "dashboard.tile_results", icon: Trophy },
  { path: "/app/wallet", label: "nav.wallet", hint: "dashboard.tile_wallet", icon: Wallet },
  { path: "/app/history", label: "nav.history", hint: "dashboard.tile_history", icon: History },
];

function Tiles() {
  const { t } = useMessages();
  return (
    <ul className="mt-4 grid pairs gap-3 lg:mt-6 lg:grid-cols-4 lg:gap-6">
      {TILES.map(({ path, label, hint, icon: Icon }) => (
        <li key={path}>
          <Link
            to={path}
            className="surface flex h-full flex-col gap-2 p-4 transition-colors hover:border-pine"
          >
            <Icon size={24} aria-hidden className="text-pine" />
            <span className="font-semibold">{t(label)}</span>
            <span className="text-14 text-quiet">{t(hint)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
