import type { UseQueryResult } from "@tanstack/react-query";
import { houseName } from "../../lib/house-name.ts";
import { type HouseRound, nextRounds } from "../../houses/rounds.ts";
import type { ApiReply } from "../../lib/client.ts";
import { useServerNow } from "../../lib/clock.ts";
import { formatTime } from "../../lib/format.ts";
import { useMessages } from "../../lib/messages.ts";
import { useSession } from "../../lib/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState, Loaded } from "../../ui/states.tsx";
import { useAbout } from "../about.tsx";

type Houses = ApiReply<"GET /houses">;

/** The countdown to the next round, inside the target. The layout does not shift when it loads. */
export function NextRound({ query }: { query: UseQueryResult<Houses> }) {
  const { t } = useMessages();
  return (
    <section className="relative grid min-h-112 grid-cols-1 place-items-center overflow-hidden rounded-card border border-line bg-card p-4 text-center">
      <Rings />
      <div className="relative grid grid-cols-1 justify-items-center gap-3">
        <h1 className="max-w-88 text-20 font-semibold text-balance">{t("landing.title")}</h1>
        <div className="grid min-h-54 content-center justify-items-center gap-3">
          <Loaded query={query} error_title={t("failure.houses")} skeleton={<Waiting />}>
            {(houses) => <Coming houses={houses} />}
          </Loaded>
          <noscript>
            <p className="max-w-72 text-14 text-balance text-quiet">{t("landing.needs_script")}</p>
          </noscript>
        </div>
        <Ways />
      </div>
    </section>
  );
}

const Waiting = () => (
  <>
    <Skeleton className="h-6 w-48" />
    <Skeleton className="h-12 w-52" />
    <Skeleton className="h-10 w-64" />
    <Skeleton className="h-10 w-56" />
  </>
);

function Coming({ houses }: { houses: Houses }) {
  const { t } = useMessages();
  const about = useAbout();
  const now = useServerNow();
  if (houses.length === 0) {
    return <EmptyState title={t("landing.no_houses")}>{t("landing.no_houses_hint")}</EmptyState>;
  }
  if (now === undefined) {
    return about.error ? (
      <ErrorState error={about.error} onRetry={() => void about.refetch()} />
    ) : (
      <Waiting />
    );
  }
  const rounds = nextRounds(houses, now, "starts_at");
  const [next] = rounds;
  const [closing] = nextRounds(houses, now, "closes_at");
  return next && closing && <Round next={next} rounds={rounds} closing={closing} />;
}

interface RoundProps {
  next: HouseRound;
  /** All rounds that start at the time of the next one. */
  rounds: readonly HouseRound[];
  /** The round whose booking closes next: a later one, once that of the next round has closed. */
  closing: HouseRound;
}

function Round({ next, rounds, closing }: RoundProps) {
  const { t, language } = useMessages();
  const isOpen = closing.closes_at <= next.closes_at;
  const times = { closes: formatTime(closing.closes_at), time: formatTime(closing.starts_at) };
  return (
    <>
      <p className="flex flex-wrap items-center justify-center gap-x-2 text-14 text-quiet">
        {t("landing.next_round")} <strong className="text-ink">{formatTime(next.starts_at)}</strong>
        <Badge tone={isOpen ? "good" : "bad"}>
          {isOpen ? t("landing.open") : t("landing.closed")}
        </Badge>
      </p>
      <Countdown ends_at={next.starts_at} size="large" />
      <p className="max-w-72 text-14 text-balance text-quiet">
        {t("landing.booking_closes", times)} {t("landing.next_booking")}
      </p>
      <p className="max-w-72 text-14 font-semibold text-balance">
        {/* Lines break between names, and no line begins with a dot. */}
        {rounds
          .map(({ house }) => houseName(house, language).replaceAll(" ", "\u00A0"))
          .join("\u00A0· ")}
      </p>
    </>
  );
}

/** Plain links, which work before any script has loaded. */
function Ways() {
  const { t } = useMessages();
  const isSignedIn = useSession().state === "signed-in";
  return (
    <div className="flex flex-wrap justify-center gap-3">
      <ButtonLink size="large" to={isSignedIn ? "/app/play" : "/login"}>
        {t("landing.play_now")}
      </ButtonLink>
      {!isSignedIn && (
        <ButtonLink kind="secondary" size="large" to="/register">
          {t("nav.register")}
        </ButtonLink>
      )}
    </div>
  );
}

/** The target itself, faint, behind the text. */
const Rings = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 400 400"
    className="absolute size-150 max-w-none text-pine"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
  >
    <circle cx="200" cy="200" r="195" opacity="0.1" />
    <circle cx="200" cy="200" r="160" opacity="0.14" />
    <circle cx="200" cy="200" r="125" opacity="0.18" />
    <circle cx="200" cy="200" r="90" fill="currentColor" stroke="none" opacity="0.05" />
  </svg>
);
