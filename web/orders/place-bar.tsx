import { useMessages } from "../lib/messages.ts";
import { ActionBar } from "../ui/action-bar.tsx";
import { Amount } from "../ui/amount.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { FormError } from "../ui/notice.tsx";
import type { LeftOut } from "./slip-plays.ts";
import { FAULT_ID } from "./stake-input.tsx";

interface PlaceBarProps {
  total: number;
  plays: number;
  balance: number;
  left_out: LeftOut;
  fault: string | undefined;
  /** Shows a link to add money beside the error message. */
  isShort: boolean;
  isBusy: boolean;
  onPlace: () => void;
}

const REASONS = ["in_closed_round", "without_amount", "incomplete_forecasts"] as const;

/** The total, the balance and the button that opens the confirmation; always in view. */
export function PlaceBar(props: PlaceBarProps) {
  const { t } = useMessages();
  return (
    <ActionBar>
      <div id={FAULT_ID} className={classes("grid gap-2", props.fault && "mb-3")}>
        <FormError>{props.fault}</FormError>
        {props.isShort && (
          <ButtonLink kind="secondary" to="/app/wallet?tab=deposit">
            {t("play.add_money")}
          </ButtonLink>
        )}
      </div>
      {REASONS.filter((reason) => props.left_out[reason] > 0).map((reason) => (
        <p key={reason} className="mb-2 text-12 text-marigold">
          {t(`play.${reason}`, { count: props.left_out[reason] })}
        </p>
      ))}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <div className="flex-[999_1_8rem]">
          <p role="status" className="flex flex-wrap items-baseline gap-x-2">
            <span className="sr-only">{t("play.total")}</span>
            <Amount value={props.total} size={20} />
            <span className="text-12 text-quiet">{t("order.plays", { count: props.plays })}</span>
          </p>
          <p className="flex flex-wrap items-baseline gap-x-1 text-12 text-quiet">
            {t("play.balance")} <Amount value={props.balance} size={14} />
          </p>
        </div>
        <Button size="large" className="flex-auto" isBusy={props.isBusy} onClick={props.onPlace}>
          {t("play.place")}
        </Button>
      </div>
    </ActionBar>
  );
}
