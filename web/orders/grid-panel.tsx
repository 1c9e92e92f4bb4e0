import { useMemo } from "react";
import type { Round } from "../../contract/orders/rules.ts";
import { useMessages } from "../lib/messages.ts";
import { ChosenNumbers } from "./chosen-numbers.tsx";
import { NumberGrid } from "./number-grid.tsx";
import { parsePicks } from "./paste.ts";
import { QuickTools } from "./quick-tools.tsx";
import {
  addNumbers,
  applyToAll,
  chosenIn,
  clearGrid,
  type GridType,
  type Grid,
  picksOf,
  quickPick,
  removeNumber,
  setAmount,
  type Slip,
  toggleNumber,
} from "./slip.ts";
import type { Spot } from "./slip-plays.ts";
import type { Limits } from "./stake-input.tsx";
import { useListed } from "./use-listed.ts";
import type { ChangeSlip } from "./use-slip.ts";

interface GridPanelProps {
  type: GridType;
  round: Round;
  slip: Slip;
  change: ChangeSlip;
  limits: Limits;
  /** The position of the invalid amount, if any. */
  fault_spot: Spot | undefined;
  bulk: string;
  onBulk: (typed: string) => void;
  onRepeat: (() => void) | undefined;
}

/** Chooses numbers of one bet type in one round, and their amounts. */
export function GridPanel({ type, round, slip, change, ...props }: GridPanelProps) {
  const { t } = useMessages();
  const grid = useMemo(() => ({ type, round }), [type, round]);
  const picks = picksOf(slip, grid);
  const listed = useListed(picks);
  const { onToggle, ...changes } = useChanges(change, grid);
  const paste = (text: string): string | undefined => {
    const { picks: added, unparsed } = parsePicks(text, type);
    if (unparsed.length > 0) return t("play.paste_unread", { text: unparsed.join(" ") });
    if (chosenIn(added).length === 0) return t("play.paste_nothing");
    change((old) => addNumbers(old, grid, added));
    return undefined;
  };
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-6">
      {/* In front of the list, so that the hit test of a tap finds the grid first. */}
      <div className="z-1 min-w-0 lg:sticky lg:top-4">
        <NumberGrid
          label={t("play.grid", { type: t(`bet.${type}`), round: t(`round.${round}`) })}
          type={type}
          picks={picks}
          onToggle={onToggle}
        />
      </div>
      <div className="grid min-w-0 gap-4">
        <QuickTools
          counts={type === "direct" ? [1, 5, 10] : [1, 3]}
          onQuickPick={(count) => {
            const picked = quickPick(slip, grid, count, props.bulk, Math.random);
            change(() => picked);
          }}
          paste_hint={t("play.paste_hint")}
          onPaste={paste}
          onRepeat={props.onRepeat}
        />
        <ChosenNumbers
          grid={grid}
          picks={listed}
          limits={props.limits}
          invalid_number={numberAt(props.fault_spot, type, round)}
          bulk={props.bulk}
          onBulk={props.onBulk}
          {...changes}
        />
      </div>
    </div>
  );
}

/** Stable callbacks, so that a tap re-renders only the components that it changes. */
const useChanges = (change: ChangeSlip, grid: Grid) =>
  useMemo(
    () => ({
      onToggle: (number: number) => change((slip) => toggleNumber(slip, grid, number)),
      onAmount: (number: number, typed: string) =>
        change((slip) => setAmount(slip, grid, number, typed)),
      onRemove: (number: number) => change((slip) => removeNumber(slip, grid, number)),
      onApply: (typed: string) => change((slip) => applyToAll(slip, grid, typed)),
      onClear: () => change((slip) => clearGrid(slip, grid)),
    }),
    [change, grid],
  );

const numberAt = (spot: Spot | undefined, type: GridType, round: Round): number | undefined =>
  spot?.type === type && spot.round === round ? spot.number : undefined;
