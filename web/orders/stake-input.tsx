import { X } from "lucide-react";
import { IconButton } from "../ui/button.tsx";
import { plainNumber } from "../ui/typed-number.ts";
import type { Spot } from "./slip-plays.ts";

interface StakeInputProps {
  label: string;
  spot: Spot;
  value: string;
  onChange: (typed: string) => void;
  isInvalid: boolean;
  remove_label: string;
  /** Removes the whole line from the slip. */
  onRemove: () => void;
}

/** The smallest and the largest stake that a house accepts on a number, in whole rupees. */
export interface Limits {
  min: number;
  max: number;
}

/** The id of the error message of the slip. The invalid input refers to it. */
export const FAULT_ID = "slip-fault";

/** The id of the input at a spot, used to move the focus there. */
export const stakeInputId = (spot: Spot): string =>
  spot.type === "forecast"
    ? `stake-forecast-${spot.row}`
    : `stake-${spot.type}-${spot.round}-${spot.number}`;

/** The amount on one number, with a button that removes the number. */
export const StakeInput = ({ label, spot, value, onChange, ...props }: StakeInputProps) => (
  <span className="grid min-w-0 flex-1 items-center *:col-start-1 *:row-start-1">
    <input
      id={stakeInputId(spot)}
      aria-label={label}
      aria-invalid={props.isInvalid || undefined}
      aria-describedby={props.isInvalid ? FAULT_ID : undefined}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(plainNumber(target.value))}
      className="control pr-10 pl-4.5 font-semibold"
    />
    <span aria-hidden className="pointer-events-none ml-1.5 justify-self-start text-quiet">
      ₹
    </span>
    <IconButton label={props.remove_label} className="justify-self-end" onClick={props.onRemove}>
      <X size={16} aria-hidden />
    </IconButton>
  </span>
);
