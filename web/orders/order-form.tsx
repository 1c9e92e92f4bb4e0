import { useEffect, useMemo } from "react";
import type { ApiReply } from "../lib/client.ts";
import { useMessages } from "../lib/messages.ts";
import { useUser } from "../lib/session.ts";
import { toast } from "../lib/toast.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { EmptyState, Loaded } from "../ui/states.tsx";
import { BetTabs } from "./bet-tabs.tsx";
import { ConfirmOrder } from "./confirm-order.tsx";
import { type Gate, useGate, useOpenRounds } from "./open-rounds.ts";
import { PlaceBar } from "./place-bar.tsx";
import { Receipt } from "./receipt.tsx";
import { showNumbers } from "./shown-plays.ts";
import { isEmptySlip, slipOfOrder } from "./slip.ts";
import { countWithoutAmount, faultOf, type OpenRounds, playsOf, totalOf } from "./slip-plays.ts";
import { useFault } from "./use-fault.ts";
import { type Placing, usePlacing } from "./use-placing.ts";
import { useRepeat } from "./use-repeat.ts";
import { useSlip } from "./use-slip.ts";
import { useView } from "./use-view.ts";

interface OrderFormProps {
  house: ApiReply<"GET /houses">[number];
  /** The house's name in the user's language. */
  house_name: string;
  day: string;
  /** Switches to the same house tomorrow; undefined when tomorrow is already shown. */
  onTomorrow: (() => void) | undefined;
}

/** The form to choose, confirm and place plays of one house on one day. */
export function OrderForm(props: OrderFormProps) {
  const { t } = useMessages();
  const gate = useGate(props.house.id, props.day);
  return (
    <Loaded query={gate} skeleton={<Waiting />}>
      {(known) =>
        !known.can_play && (known.first_round.open || known.second_round.open) ? (
          <EmptyState title={t("error.house_inactive")} />
        ) : (
          <OpenForm gate={known} {...props} />
        )
      }
    </Loaded>
  );
}

function OpenForm({ gate, ...props }: OrderFormProps & { gate: Gate }) {
  const { house, house_name, day } = props;
  const user = useUser();
  const open = useOpenRounds(gate);
  const view = useView(open);
  const limits = useMemo(() => ({ min: house.min_play, max: house.max_play }), [house]);
  const { slip, changeSlip, clearSlip } = useSlip({ user_id: user.id, house_id: house.id, day });
  const { fault, sentence, setFault, change } = useFault(changeSlip, limits);
  const placing = usePlacing({ house_id: house.id, day, onPlaced: clearSlip });
  useClosing(placing, open);
  const isEmpty = isEmptySlip(slip);
  // The slip was emptied because an order that was still in flight has bought these plays. If the
  // confirmation stayed open, the player could buy them twice.
  if (isEmpty && placing.asked && !placing.isBusy) placing.dismiss();
  const repeat = useRepeat(isEmpty, ({ numbers }) => {
    change(() => slipOfOrder(numbers));
    const [first] = showNumbers(numbers);
    if (first) view.go(first);
  });
  const plays = playsOf(slip, open);
  const place = () => {
    const found = faultOf(slip, open, { ...limits, balance: user.wallet_balance });
    setFault(found);
    if (found?.spot) view.go(found.spot);
    if (!found) placing.ask(plays);
  };
  return (
    <>
      <BetTabs
        {...props}
        gate={gate}
        open={open}
        view={view}
        slip={slip}
        change={change}
        limits={limits}
        fault_spot={fault?.spot}
        onRepeat={isEmpty ? repeat : undefined}
      />
      <PlaceBar
        total={totalOf(plays)}
        plays={plays.length}
        balance={user.wallet_balance}
        without_amount={countWithoutAmount(slip, open)}
        fault={sentence}
        isShort={fault?.code === "insufficient_balance"}
        isBusy={placing.isBusy}
        onPlace={place}
      />
      <PlacingDialogs
        placing={placing}
        house_name={house_name}
        day={day}
        balance={user.wallet_balance}
      />
    </>
  );
}

interface PlacingDialogsProps {
  placing: Placing;
  house_name: string;
  day: string;
  balance: number;
}

function PlacingDialogs({ placing, house_name, day, balance }: PlacingDialogsProps) {
  return (
    <>
      {placing.asked && (
        <ConfirmOrder
          plays={placing.asked}
          house_name={house_name}
          day={day}
          balance={balance}
          isBusy={placing.isBusy}
          isUnknown={placing.isUnknown}
          onConfirm={placing.confirm}
          onClose={placing.dismiss}
        />
      )}
      {placing.receipt && (
        <Receipt order={placing.receipt} house_name={house_name} onClose={placing.closeReceipt} />
      )}
    </>
  );
}

/** Closes the confirmation with a message when a round of its plays closes meanwhile. */
function useClosing({ asked, dismiss, isBusy, isUnknown }: Placing, open: OpenRounds): void {
  const { t } = useMessages();
  const isLate =
    asked?.some((play) => !open[play.type === "forecast" ? "first" : play.round]) ?? false;
  useEffect(() => {
    if (!isLate || isBusy || isUnknown) return;
    dismiss();
    toast.failure(t("error.round_closed"));
  }, [isLate, isBusy, isUnknown, dismiss, t]);
}

/** A placeholder of the size of the form. */
const Waiting = () => (
  <div className="grid gap-3">
    <Skeleton className="h-11 w-full" />
    <Skeleton className="h-16 w-full" />
    <Skeleton className="h-110 w-full" />
  </div>
);
