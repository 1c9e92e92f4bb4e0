import { type ReactNode, useState } from "react";
import { BET_TYPES, CURRENT_RATES } from "../../contract/orders/rules.ts";
import type { ApiReply } from "../lib/client.ts";
import { useMessages } from "../lib/messages.ts";
import { Button } from "../ui/button.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { ClosedRound } from "./closed-round.tsx";
import { ForecastPanel } from "./forecast-panel.tsx";
import { GridPanel } from "./grid-panel.tsx";
import type { BookingState } from "./open-rounds.ts";
import { RoundPicker, RoundTimes } from "./round-picker.tsx";
import { chosenIn, GRID_TYPES, moveToSecondRound, type Slip } from "./slip.ts";
import { type OpenRounds, playsOf, type Spot } from "./slip-plays.ts";
import type { Limits } from "./stake-input.tsx";
import type { ChangeSlip } from "./use-slip.ts";
import type { View } from "./use-view.ts";

interface BetTabsProps {
  house: ApiReply<"GET /houses">[number];
  day: string;
  booking: BookingState;
  open: OpenRounds;
  view: View;
  slip: Slip;
  change: ChangeSlip;
  limits: Limits;
  fault_spot: Spot | undefined;
  onRepeat: (() => void) | undefined;
  onTomorrow: (() => void) | undefined;
}

/** A tab with a form for each bet type. A badge on the tab counts the plays filled in so far. */
export function BetTabs(props: BetTabsProps) {
  const { t } = useMessages();
  const { view, slip, open } = props;
  const plays = playsOf(slip, open);
  const countOf = (type: string) => plays.filter((play) => play.type === type).length;
  return (
    <Tabs
      label={t("play.bet_type")}
      value={view.type}
      onChange={(type) => view.go({ type })}
      tabs={BET_TYPES.map((type) => ({
        value: type,
        label: t(`bet.${type}`),
        mark: countOf(type) > 0 && <Count>{countOf(type)}</Count>,
      }))}
    >
      <BetForm {...props} />
    </Tabs>
  );
}

const Count = ({ children }: { children: ReactNode }) => (
  <span className="rounded-full bg-pine px-1.5 text-12 leading-4 font-semibold text-on-pine">
    {children}
  </span>
);

function BetForm({
  view,
  slip,
  change,
  open,
  booking,
  limits,
  fault_spot,
  ...props
}: BetTabsProps) {
  const { t } = useMessages();
  const [bulk, setBulk] = useState("");
  const { type, round } = view;
  const times = { house: props.house, day: props.day, booking, open };
  const isForecast = type === "forecast";
  const isOpen = open[isForecast ? "first" : round];
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 lg:grid-cols-[35rem_minmax(0,1fr)] lg:items-center">
        {isForecast ? (
          <RoundTimes {...times} />
        ) : (
          <RoundPicker round={round} onRound={(to) => view.go({ round: to })} {...times} />
        )}
        <p className="text-14 text-quiet">
          {t(`play.pick_${type}`, { rate: CURRENT_RATES[type] })}
        </p>
      </div>
      {!isOpen && (
        <Closed
          view={view}
          slip={slip}
          change={change}
          open={open}
          booking={booking}
          onTomorrow={props.onTomorrow}
        />
      )}
      {isOpen && isForecast && (
        <ForecastPanel
          rows={slip.forecast}
          limits={limits}
          invalid_row={fault_spot?.type === "forecast" ? fault_spot.row : undefined}
          change={change}
          onRepeat={props.onRepeat}
        />
      )}
      {isOpen && !isForecast && (
        <GridPanel
          // Remount for each grid, because each grid has its own tab stop.
          key={`${type} ${round}`}
          type={type}
          round={round}
          slip={slip}
          change={change}
          limits={limits}
          fault_spot={fault_spot}
          bulk={bulk}
          onBulk={setBulk}
          onRepeat={props.onRepeat}
        />
      )}
    </div>
  );
}

type ClosedProps = Pick<
  BetTabsProps,
  "view" | "slip" | "change" | "open" | "booking" | "onTomorrow"
>;

/** Shown when a round has closed, with what the player can play instead. */
function Closed({ view, slip, change, open, booking, onTomorrow }: ClosedProps) {
  const { t } = useMessages();
  const isForecast = view.type === "forecast";
  const round = isForecast ? "first" : view.round;
  const unplaced = isForecast
    ? 0
    : GRID_TYPES.reduce((sum, type) => sum + chosenIn(slip[type][round]).length, 0);
  const offersSecond = !isForecast && round === "first" && open.second;
  const goToSecond = () => view.go({ round: "second" });
  return (
    <ClosedRound
      closes_at={booking[`${round}_round`].closes_at}
      unplaced={unplaced}
      note={isForecast ? t("play.closed_forecast") : undefined}
    >
      {offersSecond && unplaced > 0 && (
        <Button
          onClick={() => {
            change(moveToSecondRound);
            goToSecond();
          }}
        >
          {t("play.take_along", { round: t("round.second") })}
        </Button>
      )}
      {offersSecond && (
        <Button kind={unplaced > 0 ? "secondary" : "primary"} onClick={goToSecond}>
          {t("play.go_to", { round: t("round.second") })}
        </Button>
      )}
      {onTomorrow && (
        <Button kind={offersSecond ? "quiet" : "primary"} onClick={onTomorrow}>
          {t("play.go_tomorrow")}
        </Button>
      )}
    </ClosedRound>
  );
}
