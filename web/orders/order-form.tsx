import { useEffect, useMemo } from "react";
import type { ApiReply } from "../lib/client.ts";
import { useMessages } from "../lib/messages.ts";
import { useUser } from "../lib/session.ts";
import { toast } from "../lib/toast.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { EmptyState, Loaded } from "../ui/states.tsx";
import { BetTabs } from "./bet-tabs.tsx";
import { ConfirmOrder } from "./confirm-order.tsx";
import { type BookingState, useBookingState, useOpenRounds } from "./open-rounds.ts";
import { PlaceBar } from "./place-bar.tsx";
import { Receipt } from "./receipt.tsx";
import { shownPlaysOf } from "./shown-plays.ts";
import { isEmptySlip, slipOfOrder } from "./slip.ts";
import { countLeftOut, faultOf, type OpenRounds, playsOf, totalOf } from "./slip-plays.ts";
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
  const booking = useBookingState(props.house.id, props.day);
  return (
    <Loaded query={booking} skeleton={<FormSkeleton />}>
      {(loaded) =>
        !loaded.can_play && (loaded.first_round.open || loaded.second_round.open) ? (
          <EmptyState title={t("error.house_inactive")} />
        ) : (
          <OpenForm booking={loaded} {...props} />
        )
      }
    </Loaded>
  );
}

function OpenForm({ booking, ...props }: OrderFormProps & { booking: BookingState }) {
  const { house, house_name, day } = props;
  const user = useUser();
  const open = useOpenRounds(booking);
  const view = useView(open);
  const limits = useMemo(() => ({ min: house.min_play, max: house.max_play }), [house]);
  const { slip, changeSlip, takeOut } = useSlip({ user_id: user.id, house_id: house.id, day });
  const { fault, sentence, setFault, change } = useFault(changeSlip, limits);
  const placing = usePlacing({ house_id: house.id, day, onPlaced: takeOut });
  useDismissOnClosing(placing, open);
  const isEmpty = isEmptySlip(slip);
  const repeat = useRepeat(isEmpty, ({ numbers }) => {
    change(() => slipOfOrder(numbers));
    const [first] = shownPlaysOf(numbers);
    if (first) view.go(first);
  });
  const plays = playsOf(slip, open);
  const place = () => {
    // If the order may have been paid already, only the server can tell what is left.
    const balance = placing.isUnresolved(plays) ? Infinity : user.wallet_balance;
    const next_fault = faultOf(slip, open, { ...limits, balance });
    setFault(next_fault);
    if (next_fault?.spot) view.go(next_fault.spot);
    if (!next_fault) placing.openConfirmation({ plays, slip, balance: user.wallet_balance });
  };
  return (
    <>
      <BetTabs
        {...props}
        booking={booking}
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
        left_out={countLeftOut(slip, open)}
        fault={sentence}
        isShort={fault?.code === "insufficient_balance"}
        isBusy={placing.isBusy}
        onPlace={place}
      />
      <PlacingDialogs placing={placing} house_name={house_name} day={day} />
    </>
  );
}

interface PlacingDialogsProps {
  placing: Placing;
  house_name: string;
  day: string;
}

function PlacingDialogs({ placing, house_name, day }: PlacingDialogsProps) {
  return (
    <>
      {placing.to_confirm && (
        <ConfirmOrder
          plays={placing.to_confirm.plays}
          house_name={house_name}
          day={day}
          balance={placing.to_confirm.balance}
          isBusy={placing.isBusy}
          isOutcomeUnknown={placing.isOutcomeUnknown}
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
function useDismissOnClosing(
  { to_confirm, dismiss, isBusy, isOutcomeUnknown }: Placing,
  open: OpenRounds,
): void {
  const { t } = useMessages();
  const hasClosedPlay =
    to_confirm?.plays.some((play) => !open[play.type === "forecast" ? "first" : play.round]) ??
    false;
  useEffect(() => {
    if (!hasClosedPlay || isBusy || isOutcomeUnknown) return;
    dismiss();
    toast.failure(t("error.round_closed"));
  }, [hasClosedPlay, isBusy, isOutcomeUnknown, dismiss, t]);
}

/** A placeholder of the size of the form. */
const FormSkeleton = () => (
  <div className="grid gap-3">
    <Skeleton className="h-11 w-full" />
    <Skeleton className="h-16 w-full" />
    <Skeleton className="h-110 w-full" />
  </div>
);
