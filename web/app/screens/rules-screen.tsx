import { useQuery } from "@tanstack/react-query";
import { BET_TYPES, MAX_PLAYS } from "../../../contract/orders/rules.ts";
import {
  MAX_DEPOSIT,
  MAX_WITHDRAWAL,
  MIN_DEPOSIT,
  MIN_WITHDRAWAL,
} from "../../../contract/payments/rules.ts";
import { CUTOFF_MINUTES } from "../../../contract/houses/rules.ts";
import { formatRupees } from "../../lib/format.ts";
import { useMessages } from "../../lib/messages.ts";
import { apiQuery } from "../../lib/query.ts";
import { Card } from "../../ui/card.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { BetCard } from "../rules/bet-card.tsx";
import { EdgeCard } from "../rules/edge-card.tsx";
import { HouseHours } from "../rules/house-hours.tsx";

/** The rules: how the game works, what each play costs and pays, and the operator's edge. */
export function RulesScreen() {
  const { t } = useMessages();
  return (
    <>
      <PageHeader title={t("rules.title")} lead={t("rules.lead")} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-6">
        <Points title={t("rules.game")} points={GAME} />
        <div className="grid gap-4 sm:grid-cols-2 lg:gap-6">
          {BET_TYPES.map((type) => (
            <BetCard key={type} type={type} />
          ))}
        </div>
        <EdgeCard />
        <Hours />
        <Points title={t("rules.good_to_know")} points={GOOD_TO_KNOW} />
      </div>
    </>
  );
}

const GAME = ["rules.game_number", "rules.game_rounds", "rules.game_closing"] as const;

const GOOD_TO_KNOW = [
  "rules.cancelling",
  "rules.frozen",
  "rules.paid",
  "rules.lines",
  "rules.money",
  "rules.care",
] as const;

interface PointsProps {
  title: string;
  points: readonly ((typeof GAME)[number] | (typeof GOOD_TO_KNOW)[number])[];
}

function Points({ title, points }: PointsProps) {
  const { t } = useMessages();
  return (
    <Card title={title}>
      <ul className="grid list-disc gap-2 pl-5 marker:text-pine">
        {points.map((point) => (
          <li key={point}>{t(point, NUMBERS)}</li>
        ))}
      </ul>
    </Card>
  );
}

/** The values in the sentences, from the rules that the server applies. */
const NUMBERS = {
  minutes: CUTOFF_MINUTES,
  lines: MAX_PLAYS,
  min_deposit: formatRupees(MIN_DEPOSIT),
  max_deposit: formatRupees(MAX_DEPOSIT),
  min_withdrawal: formatRupees(MIN_WITHDRAWAL),
  max_withdrawal: formatRupees(MAX_WITHDRAWAL),
};

function Hours() {
  const { t } = useMessages();
  const houses = useQuery(apiQuery("GET /houses"));
  return (
    <Card title={t("rules.hours")} isFlush>
      <Loaded
        query={houses}
        error_title={t("failure.houses")}
        skeleton={<SkeletonRows isInset count={5} />}
      >
        {(all) =>
          all.length > 0 ? <HouseHours houses={all} /> : <EmptyState title={t("rules.no_houses")} />
        }
      </Loaded>
    </Card>
  );
}
