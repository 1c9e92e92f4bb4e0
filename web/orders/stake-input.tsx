import { X } from "lucide-react";
import { IconButton } from "../ui/button.tsx";
import type { Spot } from "./slip-plays.ts";

interface StakeInputProps {
  label: string;
  spot: Spot;
  value: string;
  onChange: (typed: string) => void;
  limits: Limits;
  isAtFault: boolean;
  /** Takes the whole line off the slip; the name of its button, and what it does. */
  remove_label: string;
  onRemove: () => void;
}

/** What a house takes on a number, in whole rupees. */
export interface Limits {
  min: number;
  max: number;
}

/** The sentence of what is wrong with a slip, which the input at fault refers to. */
export const FAULT_ID = "slip-fault";

/** Finds the input of a spot, to put the focus there. */
export const stakeInputId = (spot: Spot): string =>
  spot.type === "forecast"
    ? `stake-forecast-${spot.row}`
    : `stake-${spot.type}-${spot.round}-${spot.number}`;

/** The amount on one number, and the way to be rid of it. */
export const StakeInput = ({ label, spot, value, onChange, limits, ...props }: StakeInputProps) => (
  <span className="grid min-w-0 flex-1 items-center *:col-start-1 *:row-start-1">
    <input
      id={stakeInputId(spot)}
      aria-label={label}
      aria-invalid={props.isAtFault || undefined}
      aria-describedby={props.isAtFault ? FAULT_ID : undefined}
      type="number"
      inputMode="numeric"
      autoComplete="off"
      step="1"
      min={limits.min}
      max={limits.max}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      // Turning the wheel over a number would change it unseen.
      onWheel={({ currentTarget }) => currentTarget.blur()}
      className="control pr-10 pl-4.5 font-semibold [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
    />
    <span aria-hidden className="pointer-events-none ml-1.5 justify-self-start text-quiet">
      ₹
    </span>
    <IconButton label={props.remove_label} className="justify-self-end" onClick={props.onRemove}>
      <X size={16} aria-hidden />
    </IconButton>
  </span>
);
