import { type KeyboardEvent, memo, useId, useRef, useState } from "react";
import { numbersOf } from "../../contract/orders/rules.ts";
import { useMessages } from "../lib/messages.ts";
import { classes } from "../ui/classes.ts";
import { targetOfDigit, targetOfKey, type TypedDigit } from "./grid-keys.ts";
import { shortRupees } from "./short-rupees.ts";
import { chosenIn, digitsOf, type GridType, isChosen, type Picks } from "./slip.ts";
import { amountOf } from "./slip-plays.ts";

interface NumberGridProps {
  label: string;
  type: GridType;
  picks: Picks;
  /** Must be a stable reference; otherwise every tap re-renders all cells. */
  onToggle: (number: number) => void;
}

/**
 * A grid of numbers with multiple selection and one tab stop (roving tabindex): arrow keys, Home,
 * End, Page Up and Page Down move the focus, typed digits jump to a number, Space and Enter toggle
 * it.
 */
export const NumberGrid = memo(({ label, type, picks, onToggle }: NumberGridProps) => {
  const { t } = useMessages();
  const help_id = useId();
  const { grid, tab_stop, setTabStop, handleKeyDown } = useRovingFocus(
    type,
    chosenIn(picks)[0] ?? 0,
  );
  return (
    <>
      <p id={help_id} className="sr-only">
        {t("play.grid_help")}
      </p>
      <div
        ref={grid}
        role="group"
        aria-label={label}
        aria-describedby={help_id}
        onKeyDown={handleKeyDown}
        className={classes(
          "-mx-4 grid overflow-hidden contain-content border-y border-line bg-card sm:mx-0 sm:rounded-card sm:border",
          type === "direct" ? "grid-cols-10" : "grid-cols-5",
        )}
      >
        {Array.from({ length: numbersOf(type) }, (_, number) => (
          <Cell
            key={number}
            number={number}
            type={type}
            isChosen={isChosen(picks, number)}
            amount={amountOf(picks[number] ?? "")}
            isTabStop={number === tab_stop}
            onToggle={onToggle}
            onFocus={setTabStop}
          />
        ))}
      </div>
    </>
  );
});

interface CellProps {
  number: number;
  type: GridType;
  isChosen: boolean;
  amount: number | undefined;
  isTabStop: boolean;
  onToggle: (number: number) => void;
  onFocus: (number: number) => void;
}

/** Memoised: a tap re-renders only the tapped cell and the cell that had the focus. */
const Cell = memo(({ number, type, amount, isTabStop, onToggle, onFocus, ...cell }: CellProps) => {
  const size = SIZES[type];
  const hasAmount = amount !== undefined && amount > 0;
  return (
    <button
      type="button"
      data-number={number}
      aria-pressed={cell.isChosen}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => onToggle(number)}
      onFocus={() => onFocus(number)}
      className={classes(
        "group grid touch-manipulation grid-cols-1 place-items-center -outline-offset-2",
        size.cell,
        type === "direct" && Math.floor(number / 10) % 2 === 1 && "bg-sunken/60",
      )}
    >
      <span
        className={classes(
          "col-start-1 row-start-1 grid place-items-center rounded-full outline-1 -outline-offset-3",
          "pointer-fine:transition-colors",
          size.ring,
          cell.isChosen
            ? "bg-pine font-semibold text-on-pine outline-on-pine/60"
            : "outline-transparent group-hover:bg-pine-soft",
          hasAmount && size.raised,
        )}
      >
        {digitsOf(type, number)}
      </span>
      {hasAmount && (
        <span
          className={classes(
            "col-start-1 row-start-1 self-end leading-3 font-semibold text-credit",
            size.amount,
          )}
        >
          {shortRupees(amount)}
        </span>
      )}
    </button>
  );
});

/**
 * The amount is below the ring, which moves up to make room for it. In the grid of ten columns
 * sizes follow the viewport, so that rings and amounts do not overlap with large text.
 */
const DIGIT = {
  cell: "h-17",
  ring: "size-11 text-20",
  raised: "mb-3",
  amount: "mb-0.5 text-12",
};
const SIZES = {
  direct: {
    cell: "h-11",
    ring: "size-[min(2rem,9.2vw)] text-[length:min(0.875rem,4.5vw)]",
    raised: "mb-3 scale-90",
    amount: "text-[length:min(0.75rem,3.4vw)] tracking-[-0.04em]",
  },
  house: DIGIT,
  ending: DIGIT,
};

/** The cell that is the tab stop of the grid. */
export const findTabStop = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[data-number][tabindex="0"]');

/** Roving focus: which number is the tab stop, and the keyboard handler that moves it. */
function useRovingFocus(type: GridType, start: number) {
  const grid = useRef<HTMLDivElement>(null);
  const typed = useRef<TypedDigit>(undefined);
  const [tab_stop, setTabStop] = useState(start);
  const count = numbersOf(type);
  const targetOf = (event: KeyboardEvent): number | undefined => {
    if (!/^\d$/.test(event.key)) {
      return targetOfKey(event.key, tab_stop, { count, columns: count === 100 ? 10 : 5 });
    }
    const { number, pending } = targetOfDigit(
      Number(event.key),
      event.timeStamp,
      count,
      typed.current,
    );
    typed.current = pending;
    return number;
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const number = targetOf(event);
    if (number === undefined) return;
    event.preventDefault();
    grid.current?.querySelector<HTMLElement>(`[data-number="${number}"]`)?.focus();
  };
  return { grid, tab_stop, setTabStop, handleKeyDown };
}
