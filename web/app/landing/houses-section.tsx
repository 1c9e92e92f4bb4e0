import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "wouter";
import { dayInIndia } from "../../../contract/dates.ts";
import { twoDigits } from "../../../contract/orders/rules.ts";
import { houseName } from "../../lib/house-name.ts";
import { type HouseRound, roundsOn } from "../../houses/rounds.ts";
import type { ApiReply } from "../../lib/client.ts";
import { useServerNow } from "../../lib/clock.ts";
import { formatRupees, formatTime } from "../../lib/format.ts";
import { useMessages } from "../../lib/messages.ts";
import { useSession } from "../../lib/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Loaded } from "../../ui/states.tsx";
import { Section } from "./section.tsx";

type Houses = ApiReply<"GET /houses">;

/** When booking closes today at each house, and the grid of numbers. */
export function HousesSection({ query }: { query: UseQueryResult<Houses> }) {
  const { t } = useMessages();
  return (
    <Section title={t("landing.schedule")} lead={t("landing.schedule_lead")}>
      {/* Beside each other where both have room; the houses take all that is over. */}
      <div className="flex flex-wrap items-start gap-4 *:min-w-0 *:flex-[1_1_22rem] *:first:flex-[999_1_32rem] lg:gap-6">
        <Loaded
          query={query}
          error_title={t("failure.houses")}
          skeleton={<SkeletonRows count={5} className="h-47 w-full sm:h-20" />}
        >
          {(houses) => houses.length > 0 && <HouseRows houses={houses} />}
        </Loaded>
        <NumberGrid />
      </div>
    </Section>
  );
}

function HouseRows({ houses }: { houses: Houses }) {
  return (
    <ul className="surface">
      {houses.map((house) => (
        <HouseRow key={house.id} house={house} />
      ))}
    </ul>
  );
}

function HouseRow({ house }: { house: Houses[number] }) {
  const { t, language } = useMessages();
  const now = useServerNow();
  const isSignedIn = useSession().state === "signed-in";
  const name = houseName(house, language);
  const rounds = now === undefined ? [] : roundsOn([house], dayInIndia(now));
  return (
    <li className="grid gap-3 border-b border-line p-4 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-x-6">
      <div className="grid gap-3 sm:grid-cols-2 sm:items-center">
        <div className="min-w-0">
          <h3 className="font-semibold">{name}</h3>
          <p className="text-14 text-quiet">
            {t("landing.limits", {
              min: formatRupees(house.min_play),
              max: formatRupees(house.max_play),
            })}
          </p>
        </div>
        <ul className="grid min-h-14 content-center gap-2 text-14">
          {rounds.map((round) => (
            <RoundLine key={round.round} round={round} now={now ?? 0} />
          ))}
        </ul>
      </div>
      <ButtonLink
        kind="secondary"
        to={isSignedIn ? `/app/play?house=${house.id}` : "/login"}
        aria-label={t("landing.play_house", { house: name })}
      >
        {t("nav.play")}
      </ButtonLink>
    </li>
  );
}

function RoundLine({ round, now }: { round: HouseRound; now: number }) {
  const { t } = useMessages();
  const isOpen = Date.parse(round.closes_at) > now;
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 *:whitespace-normal sm:justify-start">
      <span className="sr-only">{t(`round.${round.round}`)}</span>
      <span className="min-w-18">{formatTime(round.starts_at)}</span>
      <Badge tone={isOpen ? "good" : "neutral"}>
        {isOpen
          ? t("landing.open_until", { time: formatTime(round.closes_at) })
          : t("landing.closed")}
      </Badge>
    </li>
  );
}

const EXAMPLES = new Set([7, 23, 45]);

/** A picture of the grid that players use, which links to it. */
function NumberGrid() {
  const { t } = useMessages();
  const isSignedIn = useSession().state === "signed-in";
  return (
    <Link
      to={isSignedIn ? "/app/play" : "/login"}
      className="surface block p-4 transition-colors hover:border-pine"
    >
      <span className="block font-semibold">{t("landing.pick")}</span>
      <span className="block text-14 text-quiet">{t("landing.pick_lead")}</span>
      <span aria-hidden className="mt-3 grid grid-cols-10 gap-y-1 fit-12">
        {Array.from({ length: 100 }, (_, number) => (
          <span
            key={number}
            className={classes(
              "mx-auto grid aspect-square w-full max-w-7 place-items-center rounded-full",
              EXAMPLES.has(number)
                ? "bg-pine font-semibold text-on-pine outline-1 outline-offset-1 outline-pine"
                : Math.floor(number / 10) % 2 === 1 && "bg-sunken",
            )}
          >
            {twoDigits(number)}
          </span>
        ))}
      </span>
    </Link>
  );
}
