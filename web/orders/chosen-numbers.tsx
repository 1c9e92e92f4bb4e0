import { memo } from "react";
import { formatRupees } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { NumberField } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { useHandsOnFocus } from "../ui/hands-on-focus.ts";
import { buttonOfNextRow } from "../ui/next-row.ts";
import { findTabStop } from "./number-grid.tsx";
import { chosenIn, digitsOf, type Grid, type Picks } from "./slip.ts";
import type { Spot } from "./slip-plays.ts";
import { type Limits, StakeInput } from "./stake-input.tsx";

interface ChosenNumbersProps {
  grid: Grid;
  picks: Picks;
  limits: Limits;
  /** The number with the invalid amount, if any. */
  invalid_number: number | undefined;
  bulk: string;
  onBulk: (typed: string) => void;
  onApply: (amount: string) => void;
  onAmount: (number: number, typed: string) => void;
  onRemove: (number: number) => void;
  onClear: () => void;
}

/** The chosen numbers of a grid with their amounts; memoised, because the list may be long. */
export const ChosenNumbers = memo(({ grid, picks, ...props }: ChosenNumbersProps) => {
  const { t } = useMessages();
  const numbers = chosenIn(picks);
  return (
    <Card
      title={t("play.chosen", { count: numbers.length })}
      action={numbers.length > 0 && <ClearButton onClear={props.onClear} />}
    >
      {numbers.length === 0 ? (
        <p className="text-14 text-quiet">{t("play.none_chosen")}</p>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <BulkAmount {...props} />
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.75rem),1fr))] gap-2">
            {numbers.map((number) => (
              <ChosenNumber
                key={number}
                type={grid.type}
                round={grid.round}
                number={number}
                amount={picks[number] ?? ""}
                isInvalid={number === props.invalid_number}
                onAmount={props.onAmount}
                onRemove={props.onRemove}
              />
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
});

function ClearButton({ onClear }: Pick<ChosenNumbersProps, "onClear">) {
  const { t } = useMessages();
  const button = useHandsOnFocus<HTMLButtonElement>(toGrid);
  return (
    <Button ref={button} kind="quiet" className="-mr-3" onClick={onClear}>
      {t("play.clear")}
    </Button>
  );
}

const toGrid = () => findTabStop;

type BulkAmountProps = Pick<ChosenNumbersProps, "limits" | "bulk" | "onBulk" | "onApply">;

const QUICK_MULTIPLES = [1, 2, 5, 10];

/** One amount for all chosen numbers: typed, or chosen with a button. */
function BulkAmount({ limits, bulk, onBulk, onApply }: BulkAmountProps) {
  const { t } = useMessages();
  const { min, max } = limits;
  const applyQuick = (amount: number) => {
    onBulk(String(amount));
    onApply(String(amount));
  };
  return (
    <Form className="gap-2" onSubmit={() => onApply(bulk)}>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-[1_1_7rem]">
          <NumberField
            label={t("play.bulk")}
            prefix="₹"
            inputMode="numeric"
            value={bulk}
            onChange={({ target }) => onBulk(target.value)}
          />
        </div>
        <Button type="submit" kind="secondary" disabled={bulk === ""}>
          {t("play.apply")}
        </Button>
      </div>
      <div
        role="group"
        aria-label={t("play.apply")}
        className="grid grid-cols-[repeat(auto-fit,minmax(4rem,1fr))] gap-2"
      >
        {QUICK_MULTIPLES.map((times) => times * min)
          .filter((amount) => amount <= max)
          .map((amount) => (
            <button
              key={amount}
              type="button"
              onClick={() => applyQuick(amount)}
              className="min-h-11 rounded-full border border-edge px-1 text-14 font-semibold whitespace-nowrap transition-colors hover:bg-sunken"
            >
              {formatRupees(amount)}
            </button>
          ))}
      </div>
      <p className="text-12 text-quiet">
        {t("play.limits", { min: formatRupees(min), max: formatRupees(max) })}
      </p>
    </Form>
  );
}

interface ChosenNumberProps extends Grid {
  number: number;
  amount: string;
  isInvalid: boolean;
  onAmount: (number: number, typed: string) => void;
  onRemove: (number: number) => void;
}

/** Memoised: re-renders only when its own number changes. */
const ChosenNumber = memo(({ type, round, number, amount, ...props }: ChosenNumberProps) => {
  const { t } = useMessages();
  const digits = digitsOf(type, number);
  const spot: Spot = { type, round, number };
  const row = useHandsOnFocus<HTMLLIElement>(nextFocusOf);
  return (
    <li ref={row} className="rests-unseen -m-1 flex items-center gap-1 p-1">
      <span aria-hidden className="min-w-5 text-right font-semibold">
        {digits}
      </span>
      <StakeInput
        label={t("play.amount_for", { number: digits })}
        spot={spot}
        value={amount}
        isInvalid={props.isInvalid}
        onChange={(typed) => props.onAmount(number, typed)}
        remove_label={t("play.remove", { number: digits })}
        onRemove={() => props.onRemove(number)}
      />
    </li>
  );
});

/** Finds the next focus when a row is removed: the next number, or the grid if none is left. */
function nextFocusOf(row: HTMLElement) {
  const findNext = buttonOfNextRow(row);
  return () => findNext() ?? findTabStop();
}
