import { startsAt } from "../../contract/houses/rules.ts";
import { type Round, ROUNDS } from "../../contract/orders/rules.ts";
import type { ApiReply } from "../lib/client.ts";
import { formatTime } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { Countdown } from "../ui/countdown.tsx";
import { Segmented } from "../ui/segmented.tsx";
import type { BookingState } from "./open-rounds.ts";
import type { OpenRounds } from "./slip-plays.ts";

interface RoundTimesProps {
  house: ApiReply<"GET /houses">[number];
  day: string;
  booking: BookingState;
  open: OpenRounds;
}

interface RoundPickerProps extends RoundTimesProps {
  round: Round;
  onRound: (round: Round) => void;
}

/** A choice between the rounds, each with its time and a countdown to its closing. */
export function RoundPicker({ round, onRound, ...times }: RoundPickerProps) {
  const { t } = useMessages();
  return (
    <Segmented
      label={t("play.round")}
      value={round}
      onChange={onRound}
      options={ROUNDS.map((value) => ({
        value,
        label: t(`round.${value}`),
        note: <RoundTime round={value} {...times} />,
      }))}
    />
  );
}

/** The same times without a choice, for plays that belong to both rounds. */
export function RoundTimes(times: RoundTimesProps) {
  const { t } = useMessages();
  return (
    <dl className="grid grid-cols-2 rounded-control border border-line py-1 text-center text-14">
      {ROUNDS.map((round) => (
        <div key={round} className="px-1">
          <dt>{t(`round.${round}`)}</dt>
          <dd className="text-quiet">
            <RoundTime round={round} {...times} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function RoundTime({ round, house, day, booking, open }: RoundTimesProps & { round: Round }) {
  const { t } = useMessages();
  return (
    <span className="flex flex-wrap items-baseline justify-center gap-x-2">
      <span className="text-12">{formatTime(startsAt(house, day, round))}</span>
      {open[round] ? (
        <Countdown
          size="small"
          label={t(`round.${round}`)}
          ends_at={booking[`${round}_round`].closes_at}
        />
      ) : (
        <span className="font-semibold text-vermilion-strong">{t("ui.ended")}</span>
      )}
    </span>
  );
}
